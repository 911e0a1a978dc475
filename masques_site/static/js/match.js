// The live page of a match. It fetches its fragment when a hint from the socket, or a poll (every HEARTBEAT, on focus, and
// when online again), tells of a newer revision. Without scripts, links and forms load whole pages.

import { explain, hide, ensureTabStop, focusedItem } from "./explain.js";
import { addressOf, followed, guard, keepFocus, load } from "./fragment.js";
import { glide, snapshot } from "./glide.js";
import "./loupe.js";
import { play, stop } from "./playback.js";

const HEARTBEAT = 20_000;
const LONGEST_WAIT = 30_000;
const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const GRACE = 2_000; // a connection that is back so soon was never missed
const JITTER = 400; // for spectators, who may be many; players refresh at once

const section = () => document.getElementById("match");
const main = document.querySelector("main"); // morphing a refresh into the section would take the mark off it
const seen = () => Number(section().dataset.rev);
let busy = false;
let refreshing = null;
let newest = 0;
let stopsShown = 0; // the ply of the last end of a round that this page has shown
const unfolded = new Set(); // the groups of choices that somebody has opened, by name; they stay open
let connected = true;
let lost = 0;

// Composing and sending.

/** Load `url` into the section and animate the pieces. */
async function show(url, options) {
  hide();
  const focused = focusedItem();
  const before = snapshot(section());
  for (const fold of folds()) unfolded[fold.open ? "add" : "delete"](nameOfFold(fold));
  const headers = { ...options.headers, "X-Stops": String(stopsShown) }; // a round that ended after it is looked at first
  await load(section(), url, { ...options, headers });
  if (section().matches(".replayed")) stopsShown = Number(document.getElementById("board").dataset.ply);
  for (const fold of folds()) fold.open = unfolded.has(nameOfFold(fold));
  glide(section(), before);
  ensureTabStop(focused);
  updateHeader();
  showConnection();
  mark("shown");
}

/** The groups of choices that can be folded, and the name of one. */
const folds = () => [...section().querySelectorAll("#compose details")];
const nameOfFold = (fold) => fold.querySelector("h2").firstChild.textContent.trim();

/** Update the page's title and header: the number of matches that wait for the user, and the link to the next one. */
function updateHeader() {
  const { title, waiting, waitingWords } = section().dataset;
  document.title = title;
  const badge = document.getElementById("waiting-count");
  if (!badge) return; // nobody is logged in
  for (const element of [badge, document.getElementById("next-match")]) element.hidden = !waiting;
  if (waiting) [badge.firstElementChild.textContent, badge.lastElementChild.textContent] = [waiting, ` ${waitingWords}`];
}

/** Set a performance mark with the revision, for measurements; only the last mark of each name is kept. */
function mark(name) {
  performance.clearMarks(name);
  performance.mark(name, { detail: { rev: seen() } });
}

async function step(url, options = {}) {
  if (busy) return;
  busy = true;
  main.setAttribute("aria-busy", "true");
  try {
    await refreshing; // so that a click during a refresh is not lost
    await show(url, options);
  } finally {
    busy = false;
    main.removeAttribute("aria-busy");
  }
  if (!options.tapped) keepFocus("prompt", "#compose");
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
  else step(address, { address });
});

/** A tap on an item that is no choice: the site's explanation is shown at the item and announced. */
async function tap(item) {
  const { compose } = section().dataset;
  const id = item.closest("[id]").id;
  if (!compose || id === "board" || id === "tray") return explain(item);
  await step(`${compose}&tap=${encodeURIComponent(id)}`, { tapped: true });
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
  const headers = { "X-Answer": "table" }; // at once, instead of being sent on to it
  step(form.action, { method: "POST", values, headers, address: values.next ?? section().dataset.url });
});

document.addEventListener("htmx:error", () => {
  const alert = document.getElementById("match-alert");
  const notice = document.createElement("p");
  notice.className = "notice bad";
  notice.textContent = section().dataset.unreachable;
  alert.replaceChildren(notice);
});

guard("match", "match");

// Changes by others.

function onRevision(rev) {
  if (!(rev > seen())) return;
  newest = Math.max(newest, rev);
  mark("heard");
  if (!busy) setTimeout(refresh, "seated" in section().dataset ? 0 : Math.random() * JITTER);
}

async function refresh() {
  if (busy || refreshing || newest <= seen()) return;
  if ("composing" in section().dataset) {
    document.getElementById("match-changed").hidden = false;
    return;
  }
  const wanted = newest;
  const headers = { "X-Rev": String(wanted) }; // the response must not be older
  refreshing = show(section().dataset.url, { headers }).catch(() => {}); // on failure the next poll tries again
  await refreshing;
  refreshing = null;
  announceNewEntries();
  if (newest > wanted) refresh();
}

/** Announce new log entries, the oldest first, to screen readers. */
function announceNewEntries() {
  const news = [...section().querySelectorAll(".log li.new a")].map((line) => line.textContent.trim());
  document.getElementById("match-news").textContent = news.reverse().join(" ");
}

async function poll() {
  if (document.hidden) return;
  try {
    const answer = await fetch(`${section().dataset.revUrl}?seen=${seen()}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { rev, present } = await answer.json();
    const presentElement = document.getElementById("match-present");
    if (presentElement) presentElement.textContent = present;
    onRevision(rev);
  } catch {
    // On failure the next poll tries again.
  }
}

/** Say when the live connection is lost, before anything is sent into the void. */
function showConnection() {
  document.getElementById("match-offline").hidden = connected;
}

function connectSocket(attempt = 0) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${section().dataset.socket}`);
  let opened = false;
  socket.addEventListener("open", () => {
    opened = connected = true;
    clearTimeout(lost);
    showConnection();
    if (attempt) poll();
  });
  socket.addEventListener("message", (event) => onRevision(JSON.parse(event.data).rev));
  socket.addEventListener("close", () => {
    const tries = opened ? 1 : attempt + 1;
    clearTimeout(lost);
    lost = setTimeout(() => {
      connected = false;
      showConnection();
    }, navigator.onLine ? GRACE : 0);
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** tries);
    setTimeout(() => connectSocket(tries), wait * (0.5 + Math.random() / 2));
  });
}

connectSocket();
setInterval(poll, HEARTBEAT);
addEventListener("focus", poll);
addEventListener("online", poll);
addEventListener("offline", () => {
  connected = false;
  showConnection();
});
document.addEventListener("visibilitychange", poll);

const unseen = section().dataset.stop;
if (unseen) step(unseen, { address: unseen }).finally(() => delete section().dataset.stop); // unreachable: the table is shown
