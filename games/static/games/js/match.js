// The live page of a match, or of a hand. Its socket brings what changes, and takes moves; what it does not bring is fetched. Without
// scripts, links and forms load whole pages.

import "./countdown.js";
import { explain, hide, ensureTabStop, focusedItem } from "./explain.js";
import { addressOf, followed, guard, keepFocus, load, put } from "./fragment.js";
import { glide, snapshot } from "./glide.js";
import { remember } from "./keep.js";
import { ask, isOpen, onBeat, onConnection, onFrame, onSocket, tell } from "./live.js";
import "./loupe.js";
import { play, stop } from "./playback.js";
import { showWaiting, titled } from "./waiting.js";

const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const JITTER = 400; // for spectators who must fetch, and may be many; players refresh immediately
const TOKEN = "\ue003"; // placeholder for the token of this page's forms
const UNANSWERED = 4_000; // then a move is sent by its form
const NOTICEABLE = 400; // then a move is said to be on its way

const section = () => document.getElementById("match");
const main = document.querySelector("main"); // morphing a refresh into the section would take the mark off it
const seen = () => Number(section().dataset.rev);
let busy = false;
let refreshing = null;
let newest = 0;
let stopsShown = 0; // the ply of the last end of a round that this page has shown
const unfolded = new Set(); // the groups of choices that the reader has opened, by name; they stay open
let isMissed = false; // the connection
let announced = newestLine(); // the ply up to which lines of the log were announced
let brought = null; // by the socket: the section's pieces and revision, the end of a round, if it was shown

// Composing and sending.

/** Fetch the section, or the end of a round that comes first. */
const fetched = (url, options = {}) =>
  load(section(), url, { ...options, headers: { ...options.headers, "X-Stops": String(stopsShown) } });

/** Whether the socket has brought this revision, and it is yet to be shown. */
const hasBrought = (rev) => brought?.rev >= rev && !brought.isShown && (brought.stop ?? Infinity) > stopsShown;

/** Show what the socket has brought. */
function taken(options) {
  brought.isShown = true;
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  return put(section(), brought.pieces.join("").replaceAll(TOKEN, token), options);
}

/** Let `bring` put a newer section into place and animate the pieces. What its reader has opened or typed stays. */
async function show(bring, { keepsFocus = false } = {}) {
  hide();
  const focused = focusedItem();
  const before = snapshot(section());
  const restore = remember(section(), { keepsFocus });
  for (const fold of folds()) unfolded[fold.open ? "add" : "delete"](nameOfFold(fold));
  await bring();
  restore(section());
  if (section().matches(".replayed")) stopsShown = Number(document.getElementById("board").dataset.ply);
  for (const fold of folds()) fold.open = unfolded.has(nameOfFold(fold));
  glide(section(), before);
  ensureTabStop(focused);
  if ("waiting" in section().dataset) showWaiting(Number(section().dataset.waiting));
  titled(section().dataset.title);
  mark("shown");
}

/** The groups of choices that can be folded, and the name of one. */
const folds = () => [...section().querySelectorAll("#compose details")];
const nameOfFold = (fold) => fold.querySelector("h2").firstChild.textContent.trim();

/** Set a performance mark with the revision, for measurements. */
function mark(name) {
  performance.clearMarks(name);
  performance.mark(name, { detail: { rev: seen() } });
}

const focusPrompt = () => keepFocus("prompt", "#compose, #match-unreachable[hidden]");

/** A step of the reader's own. */
async function step(bring, { tapped = false } = {}) {
  if (busy) return;
  busy = true;
  main.setAttribute("aria-busy", "true");
  try {
    await refreshing; // so that a click during a refresh is not lost
    await show(bring);
  } finally {
    busy = false;
    main.removeAttribute("aria-busy");
  }
  if (!tapped) focusPrompt();
  announced = newestLine();
  if (newest > seen()) refresh();
}

document.addEventListener("click", (event) => {
  const link = followed(event, "#match a.live, #match a.part");
  if (!link) return;
  event.preventDefault();
  const address = addressOf(link);
  if (event.isTrusted) stop();
  if ("plays" in link.dataset && !REDUCED_MOTION.matches) play(() => document.querySelector("#step-forward[data-plays-on]"));
  const word = new URL(address, location.href).searchParams.get("move")?.split(",").at(-1);
  const sends = word && document.querySelector(`#compose button[data-word="${CSS.escape(word)}"]`);
  if (link.matches(".part") && sends) sends.click();
  else step(() => fetched(address, { address }));
});

/** A tap on an item that is no choice: explain it there, and announce that. */
async function tap(item) {
  const { compose } = section().dataset;
  const id = item.closest("[id]").id;
  if (!compose || id === "board" || id === "tray") return explain(item);
  await step(() => fetched(`${compose}&tap=${encodeURIComponent(id)}`), { tapped: true });
  const alert = document.getElementById("match-alert");
  const words = alert.textContent.trim();
  const target = document.getElementById(id);
  if (!target || !words) return;
  alert.classList.add("visually-hidden"); // said at the item, and still announced
  explain(target.matches("[data-card]") ? target : item, words);
}

document.addEventListener("click", (event) => {
  const item = event.defaultPrevented ? null : event.target.closest(":is(#board, #tray, .seat-panel) [data-card]");
  if (item && !event.target.closest("a, button, summary")) tap(item);
});

document.addEventListener("keydown", (event) => {
  const item = event.key === "Enter" && document.activeElement.matches(":is(#board, #tray) [data-card]:not(a)") && document.activeElement;
  if (item) tap(item);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("#compose, #coach") || !window.htmx) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  if (form.matches("#compose")) step(() => send(form.action, values));
  else step(() => posted(form.action, values, values.next));
});

/** Send a form; its answer is the new section. */
const posted = (url, values, address = section().dataset.url) =>
  fetched(url, { method: "POST", values, headers: { "X-Answer": "table" }, address });

/** Send a move over the socket; without an answer, and to hear why it was refused, by its form, which a button may send
 * again. None is taken twice. */
async function send(url, values) {
  const sending = setTimeout(() => showSending(true), NOTICEABLE);
  try {
    const answer = await told(values);
    if (!answer || !("rev" in answer)) {
      posting = values.text;
      await posted(url, values);
    } else if (answer.onward) location.assign(answer.onward);
    else if (hasBrought(answer.rev)) await taken({ address: section().dataset.url });
    else await fetched(section().dataset.url, { address: section().dataset.url });
  } finally {
    clearTimeout(sending);
    showSending(false);
    posting = "";
  }
}

let posting = ""; // the move that is being sent by its form
let answered = () => {};

/** The answer of the socket to a move; nothing if there is none. */
function told({ text, seen, client_move_id }) {
  if (!isOpen() || isMissed) return null;
  return new Promise((resolve) => {
    answered = (frame) => (!frame || frame.sent === client_move_id) && resolve(frame);
    setTimeout(resolve, UNANSWERED);
    tell({ move: { text, seen: Number(seen), client_move_id } });
  });
}

const showSending = (isSending) => (document.getElementById("match-sending").hidden = !isSending);

/** The button that sends a move again. A newer section hides it. */
const again = () => document.querySelector("#match-unreachable button");

/** Whether the move that it sends was taken nevertheless. */
async function wasTaken() {
  const { value } = document.querySelector("#compose [name=client_move_id]");
  return (await ask(`${section().dataset.revUrl}?sent=${value}`))?.taken;
}

document.addEventListener("htmx:error", () => {
  again().parentElement.hidden = false;
  if (!posting) return;
  again().hidden = false;
  again().value = posting;
  again().focus();
});

guard("match", section().dataset.part);

// Changes by others.

function onRevision(rev) {
  if (!(rev > seen())) return;
  newest = Math.max(newest, rev);
  mark("heard");
  if (busy) return;
  if (hasBrought(rev)) refresh();
  else setTimeout(refresh, "seated" in section().dataset ? 0 : Math.random() * JITTER);
}

/**
 * Refresh the table. A reader who is composing a move gets a message instead; nothing changes for one who looks at the
 * past, or has a move to send again that was not taken.
 */
async function refresh() {
  if (busy || refreshing || newest <= seen() || "held" in section().dataset) return;
  const isUnsent = !again().hidden;
  if (isUnsent) {
    if (!(await wasTaken().catch(() => false)) || busy || refreshing) return;
  } else if ("composing" in section().dataset) {
    document.getElementById("match-changed").hidden = false;
    return;
  }
  const wanted = newest;
  const headers = { "X-Rev": String(wanted) }; // the response must not be older
  const said = document.getElementById("match-alert").innerHTML; // stays until the reader's next step
  const bring = hasBrought(wanted) ? taken : () => fetched(section().dataset.url, { headers });
  refreshing = show(bring, { keepsFocus: true })
    .then(() => {
      document.getElementById("match-alert").innerHTML = said;
      announceNewLines();
      if (isUnsent) focusPrompt();
    })
    .catch(() => {}); // the next beat tries again
  await refreshing;
  refreshing = null;
  if (newest > wanted) refresh();
}

/** The lines of the log, the newest first. */
function lines() {
  return [...section().querySelectorAll(".log [id^='line-']")];
}

/** The ply of a line, from its id: `line-12-1` is the first line of ply 12. */
function plyOf(line) {
  return parseInt(line.id.slice("line-".length), 10);
}

/** The ply of the newest line of the log; 0 without one. */
function newestLine() {
  const [newest] = lines();
  return newest ? plyOf(newest) : 0;
}

/** Announce to screen readers what is new in the log. */
function announceNewLines() {
  const fresh = lines().filter((line) => plyOf(line) > announced);
  const words = fresh.map((line) => line.querySelector("a").textContent.trim());
  if (words.length) announce(words.reverse().join(" "));
  announced = Math.max(announced, newestLine());
}

/** Mark `main`, which no refresh replaces. */
function markConnection(missed) {
  isMissed = missed;
  main.dataset.connection = missed ? "missed" : "live";
}

/** Let screen readers say these words. */
function announce(words) {
  document.getElementById("match-news").textContent = words;
}

/** Take what the socket sends: pieces, and the numbers of those that stay. Without these it starts from nothing. */
function onSection({ rev, base, section: change, stop }) {
  if (base !== null && base !== brought?.rev) return greet();
  const pieces = change.flatMap((part) => (typeof part === "string" ? part : brought.pieces.slice(...part)));
  brought = { rev, pieces, stop, isShown: false };
}

/** Ask the socket to bring what changes; without htmx the page could not show it. */
function greet() {
  brought = null;
  if (!window.htmx) return;
  const packed = "DecompressionStream" in window;
  const [language, { zone = "" }, page] = [document.documentElement.lang, document.body.dataset, section().dataset.part];
  tell({ follow: { language, zone, packed, page } });
}

function onOpen() {
  markConnection(isMissed);
  greet();
}

onFrame((frame) => {
  if ("sent" in frame) answered(frame);
  if ("section" in frame) onSection(frame);
  if ("match" in frame) onRevision(frame.rev);
});
onSocket((isOpen) => (isOpen ? onOpen() : answered()));
if (isOpen()) onOpen();
onConnection((missed) => {
  markConnection(missed);
  announce(document.querySelector(`.connection-${main.dataset.connection}`).textContent);
});
onBeat(async () => {
  const answer = await ask(`${section().dataset.revUrl}?seen=${seen()}`);
  if (!answer) return;
  const present = document.getElementById("match-present");
  if (present) present.textContent = answer.present;
  for (const mark of section().querySelectorAll("[data-here]")) mark.hidden = !answer.here.includes(Number(mark.dataset.here));
  onRevision(answer.rev);
});

const unseen = section().dataset.stop;
if (unseen) step(() => fetched(unseen, { address: unseen })).finally(() => delete section().dataset.stop); // unreachable: the table is shown
