// Navigation in a match's history without loading whole pages. Arrow keys, Home and End follow the same links.

import { explain, hide, ensureTabStop } from "./explain.js";
import { addressOf, followed, FRAGMENT, guard, load } from "./fragment.js";
import { glide, snapshot } from "./glide.js";
import { isPlaying, play, stop } from "./playback.js";

const KEYS = { ArrowLeft: "step-back", ArrowRight: "step-forward", Home: "step-first", End: "step-last" };
const section = () => document.getElementById("history");
let wanted = null;
let busy = false;

/** Load `url`. Of several requests made while one is loading, only the last is loaded next. */
async function navigate(url) {
  wanted = url;
  if (busy) return;
  busy = true;
  try {
    while (wanted) {
      const next = wanted;
      wanted = null;
      hide();
      const before = snapshot(section());
      await load(section(), next, { address: next });
      glide(section(), before);
    }
  } finally {
    busy = false;
  }
  enhance();
}

/** Show what needs scripts, and scroll the log to the current line. */
function enhance() {
  ensureTabStop();
  for (const hint of section().querySelectorAll("[data-keys]")) hint.hidden = false;
  showPlaying();
  const scrub = document.getElementById("scrub");
  scrub.value = scrub.defaultValue;
  scrub.form.querySelector("[data-plain-only]").hidden = true;
  showLine();
}

const logList = () => section().querySelector(".log");

/** The element that scrolls when the log is longer than its place: the list, or on a phone the sheet that holds it. */
const scroller = () => (logList().scrollHeight > logList().clientHeight ? logList() : document.getElementById("log"));
const topOf = (element) => element.getBoundingClientRect().top;

/** Scroll the log to the current line, and watch for its ends. */
function showLine() {
  const [line, frame] = [logList().querySelector("[aria-current]"), scroller()];
  if (line) frame.scrollTop += topOf(line) - topOf(frame) - frame.clientHeight / 2;
  watchEnds();
}

// A long log comes in pieces: a link at either end leads to the next one, which takes its place.

let ends = null;

/** Fetch more of the log when one of its ends comes into sight. */
function watchEnds() {
  ends?.disconnect();
  const seen = (entries) => entries.forEach((entry) => entry.isIntersecting && fetchPiece(entry.target));
  ends = new IntersectionObserver(seen);
  for (const link of logList().querySelectorAll(".log-more a")) ends.observe(link);
}

/** Put the piece that `link` leads to in its place. What the reader sees stays where it is. */
async function fetchPiece(link) {
  const item = link.closest("li");
  if ("loading" in item.dataset) return;
  item.dataset.loading = "";
  const earlier = link.rel === "prev";
  try {
    const answer = await fetch(link.href, { headers: { "HX-Request": "true", "HX-Request-Type": "partial" } });
    if (!answer.ok || answer.headers.get(FRAGMENT) !== "history") return;
    const piece = document.createElement("template");
    piece.innerHTML = await answer.text();
    if (!item.isConnected) return; // another ply is shown by now
    piece.content.querySelector(`.log-more a[rel=${earlier ? "next" : "prev"}]`)?.closest("li").remove();
    const [focused, lines] = [document.activeElement === link, [...piece.content.children]];
    const neighbour = item.nextElementSibling ?? item.previousElementSibling;
    const before = topOf(neighbour);
    item.replaceWith(...lines);
    scroller().scrollTop += topOf(neighbour) - before;
    if (focused) lines.at(earlier ? -1 : 0)?.querySelector("a").focus({ preventScroll: true });
    watchEnds();
  } finally {
    delete item.dataset.loading; // after a failure the link can be followed once more
  }
}

const nextStep = () => document.getElementById("step-forward");

function showPlaying() {
  const button = document.getElementById("play");
  button.hidden = !isPlaying() && !nextStep();
  button.textContent = isPlaying() ? button.dataset.pause : button.dataset.play;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#play")) return;
  if (isPlaying()) stop(showPlaying);
  else play(nextStep, showPlaying);
});

/** The slider goes to a ply while it is drawn. */
document.addEventListener("input", (event) => {
  const { target } = event;
  if (target.id !== "scrub") return;
  stop(showPlaying);
  navigate(`${target.form.getAttribute("action")}?ply=${target.value}&as=${target.form.elements.as.value}`);
});

document.addEventListener("click", (event) => {
  const link = followed(event, "#history a.step");
  if (!link) return;
  if (event.isTrusted) stop(showPlaying);
  event.preventDefault();
  navigate(addressOf(link));
});

document.addEventListener("click", (event) => {
  const link = followed(event, "#history .log-more a");
  if (!link) return;
  event.preventDefault();
  fetchPiece(link);
});

/** The log is opened on a phone: only now it has a height. */
document.addEventListener("toggle", (event) => event.target.id === "log" && showLine(), true);

document.addEventListener("click", (event) => {
  const item = event.target.closest(":is(#board, #tray, .seat-panel) [data-card]");
  if (item && !event.target.closest("a, summary")) explain(item);
});

document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (!id || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, textarea, select, .log")) return;
  const link = document.getElementById(id);
  if (!link) return;
  event.preventDefault();
  navigate(addressOf(link));
});

guard("history", "history");
enhance();
