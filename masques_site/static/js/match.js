// The live page of a match. A socket brings hints; on a hint, on coming back and on a slow heartbeat the page compares
// its revision with the site's and fetches itself anew. Everything works without it, only slower.

import { explain, hide, openDoor, standing } from "./explain.js";
import { addressOf, followed, guard, keepFocus, load } from "./fragment.js";
import { glide, remember } from "./glide.js";

const HEARTBEAT = 20_000;
const LONGEST_WAIT = 30_000;
const JITTER = 400; // of spectators, who may be many; who plays is shown at once

const section = () => document.getElementById("match");
const seen = () => Number(section().dataset.rev);
let busy = false;
let refreshing = null;
let newest = 0;

// Composing and sending.

/** Fetch `url` into the section; pieces glide to where they lie now. */
async function show(url, options) {
  hide();
  const stood = standing();
  const before = remember(section());
  await load(section(), url, options);
  glide(section(), before);
  openDoor(stood);
  frame();
  mark("shown");
}

/** What stands around the board follows it: how many matches wait for the reader, and the way to the next one. */
function frame() {
  const { title, waiting, waitingWords } = section().dataset;
  document.title = title;
  const badge = document.getElementById("waiting-count");
  if (!badge) return; // nobody is logged in
  for (const element of [badge, document.getElementById("next-match")]) element.hidden = !waiting;
  if (waiting) [badge.firstElementChild.textContent, badge.lastElementChild.textContent] = [waiting, ` ${waitingWords}`];
}

/** For whoever measures how soon a move is on a screen: the last moment of this name, and at which revision. */
function mark(name) {
  performance.clearMarks(name);
  performance.mark(name, { detail: { rev: seen() } });
}

async function step(url, options = {}) {
  if (busy) return;
  busy = true;
  section().setAttribute("aria-busy", "true");
  // What was new when the reader came stays marked until the move is sent.
  const headers = options.method ? {} : { "X-Since": section().dataset.since };
  try {
    await refreshing; // a click is not lost because the board was just being brought up to date
    await show(url, { headers, ...options });
  } finally {
    busy = false;
    section().removeAttribute("aria-busy");
  }
  if (!options.tapped) keepFocus("prompt", "#compose");
  if (newest > seen()) refresh();
}

document.addEventListener("click", (event) => {
  const link = followed(event, "#match a.live, #match a.part");
  if (!link) return;
  event.preventDefault();
  const address = addressOf(link);
  const word = new URL(address, location.href).searchParams.get("move")?.split(",").at(-1);
  const sends = word && document.querySelector(`#compose button[data-word="${CSS.escape(word)}"]`);
  if (link.matches(".part") && sends) sends.click();
  else step(address, { address });
});

/** A tap on what is no choice: the site says which rule forbids it, at the thing itself and aloud. */
async function tap(thing) {
  const { compose } = section().dataset;
  const id = thing.closest("[id]").id;
  if (!compose || id === "board") return explain(thing);
  await step(`${compose}&tap=${encodeURIComponent(id)}`, { tapped: true });
  const words = document.getElementById("match-alert").textContent.trim();
  const there = document.getElementById(id);
  if (there && words) explain(there.matches("[data-card]") ? there : thing, words);
}

document.addEventListener("click", (event) => {
  const thing = event.defaultPrevented ? null : event.target.closest("#board [data-card]");
  if (thing && !event.target.closest("a, button, summary")) tap(thing);
});

document.addEventListener("keydown", (event) => {
  const thing = event.key === "Enter" && document.activeElement.matches("#board [data-card]:not(a)") && document.activeElement;
  if (thing) tap(thing);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "compose" || !window.htmx) return;
  event.preventDefault();
  const values = Object.fromEntries(new FormData(form, event.submitter));
  step(form.action, { method: "POST", values, address: section().dataset.url });
});

document.addEventListener("htmx:error", () => {
  const alert = document.getElementById("match-alert");
  const notice = document.createElement("p");
  notice.className = "notice bad";
  notice.textContent = section().dataset.unreachable;
  alert.replaceChildren(notice);
});

guard("match", "match");

// Hearing of changes.

function heard(rev) {
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
  const headers = { "X-Rev": String(wanted) }; // no older board will do
  refreshing = show(section().dataset.url, { headers }).catch(() => {}); // out of reach: the next beat asks again
  await refreshing;
  refreshing = null;
  tellNews();
  if (newest > wanted) refresh();
}

/** Say what has happened meanwhile, oldest first, to those who do not see it. */
function tellNews() {
  const news = [...section().querySelectorAll(".log li.new a")].map((line) => line.textContent.trim());
  document.getElementById("match-news").textContent = news.reverse().join(" ");
}

async function compare() {
  if (document.hidden) return;
  try {
    const answer = await fetch(`${section().dataset.revUrl}?seen=${seen()}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { rev, present } = await answer.json();
    const here = document.getElementById("match-present");
    if (here) here.textContent = present;
    heard(rev);
  } catch {
    // Out of reach: the next beat asks again.
  }
}

function listen(attempt = 0) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${section().dataset.socket}`);
  let opened = false;
  socket.addEventListener("open", () => {
    opened = true;
  });
  socket.addEventListener("message", (event) => heard(JSON.parse(event.data).rev));
  socket.addEventListener("close", () => {
    const tries = opened ? 0 : attempt + 1;
    const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** tries);
    setTimeout(() => listen(tries), wait * (0.5 + Math.random() / 2));
  });
}

listen();
setInterval(compare, HEARTBEAT);
addEventListener("focus", compare);
addEventListener("online", compare);
document.addEventListener("visibilitychange", compare);
