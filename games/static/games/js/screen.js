// The screen of a match in the middle of a table. Its socket says when something has changed; what it shows then is
// fetched, and pieces glide to their new places. The end of a round is shown on its own, long enough to be read.

import "./countdown.js";
import { FRAGMENT } from "./fragment.js";
import { glide, snapshot } from "./glide.js";
import { ask, onBeat, onConnection, onFrame, turnTo } from "./live.js";

const JITTER = 400; // milliseconds; many may watch
const LEAST = 9_000; // for the end of a round
const WORD = 450; // to read a word from a distance, while others talk
const MOST = 40_000;
const PART = { "HX-Request": "true", "HX-Request-Type": "partial" };

const main = document.querySelector("main");
const full = document.getElementById("screen-full");
const section = () => document.getElementById("screen");
const seen = () => Number(section().dataset.rev);
const stopOf = (shown) => Number(shown.dataset.stop ?? 0); // the ply of the last end of a round
let newest = 0;
let stopsShown = stopOf(section());
let reading = 0; // a timer, while the end of a round is shown
let refreshing = false;

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/** The section at `url`; nothing if the whole page was replaced. Throws if the site could not answer. */
async function fetched(url) {
  const answer = await fetch(url, { headers: { ...PART, "X-Rev": String(newest) } });
  const part = answer.headers.get(FRAGMENT);
  if (answer.status === 404) location.reload(); // the visitor may not know of this match any more
  if (answer.redirected) return replacePage(answer.url); // its players have gone on to the next one
  if (!part) throw new Error(`answer ${answer.status}`);
  if (part === section().dataset.part) return parsed(await answer.text()).getElementById("screen");
  return replacePage(url);
}

/** Replace everything when the match has started, or cannot be shown any more, or another one follows it. The screen
    stays full. */
async function replacePage(url) {
  const page = parsed(await (await fetch(url)).text());
  if (!page.getElementById("screen")) return;
  const live = page.body.dataset.live;
  if (live !== document.body.dataset.live) {
    history.replaceState(null, "", url);
    document.getElementById("screen-leave").href = page.getElementById("screen-leave").href;
    newest = 0;
    turnTo(live);
  }
  main.replaceChildren(...page.querySelector("main").childNodes);
  stopsShown = stopOf(section());
  announce();
}

function put(fresh) {
  const before = snapshot(section());
  section().replaceWith(fresh);
  glide(section(), before);
  announce();
}

/** Tell screen readers what is asked now, and what happened last. */
function announce() {
  document.title = section().dataset.title;
  const words = [".screen-asked", ".screen-last"].map((each) => section().querySelector(each)?.textContent.trim());
  document.getElementById("screen-news").textContent = words.filter(Boolean).join(" ");
}

/** Show the newest table, or first the end of the round that led to it. */
async function show() {
  const fresh = await fetched(section().dataset.url);
  if (!fresh) return;
  const stop = stopOf(fresh);
  if (stop <= stopsShown) return put(fresh);
  const ended = await fetched(`${section().dataset.url}?at=${stop}`);
  if (!ended) return;
  stopsShown = stop;
  put(ended);
  read();
}

/** Let the end of a round stay until it can have been read. */
function read() {
  if (!section().matches(".staged")) return;
  const words = section().querySelector(".screen-said").textContent.split(/\s+/).length;
  reading = setTimeout(goOn, Math.min(MOST, Math.max(LEAST, words * WORD)));
}

async function refresh({ anyway = false } = {}) {
  if (refreshing || reading || !(anyway || newest > seen())) return;
  refreshing = true;
  try {
    await show();
  } catch {
    if (anyway) read(); // still at the end of the round; the next beat tries again
  } finally {
    refreshing = false;
  }
}

/** Leave the end of a round. */
function goOn() {
  clearTimeout(reading);
  reading = 0;
  refresh({ anyway: true });
}

/** Once the match is over, follow its players to the next one: the site sends this screen on. */
async function followPlayers() {
  if (!section().matches(".over")) return;
  const answer = await fetch(section().dataset.url, { method: "HEAD", headers: PART });
  if (answer.redirected) await replacePage(answer.url);
}

function onRevision(rev) {
  if (!(rev > seen())) return;
  newest = Math.max(newest, rev);
  setTimeout(refresh, Math.random() * JITTER);
}

onFrame((frame) => "match" in frame && onRevision(frame.rev));
onBeat(async () => onRevision((await ask(section().dataset.revUrl))?.rev));
onBeat(followPlayers);
onConnection((missed) => (main.dataset.connection = missed ? "missed" : "live"));

document.addEventListener("click", (event) => {
  if (!reading || event.target.closest(".screen-ways")) return;
  event.preventDefault();
  goOn();
});

document.addEventListener("keydown", (event) => {
  if (!reading || event.target.closest("a, button") || !["Enter", " ", "ArrowRight"].includes(event.key)) return;
  event.preventDefault();
  goOn();
});

// Awake, and as large as the device can.

/** A lock ends whenever the page is hidden, and not every device has them. */
const keepAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});

document.addEventListener("visibilitychange", keepAwake);
keepAwake();

full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
document.addEventListener("fullscreenchange", () => full.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement))));

read();
