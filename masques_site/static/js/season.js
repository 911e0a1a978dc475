// A live page of a season. It fetches its section when a hint from the socket, or a poll (every HEARTBEAT, on focus, and when
// online again), tells of a newer revision. Without scripts the page stays as it was loaded.

import { guard, load } from "./fragment.js";

const HEARTBEAT = 30_000;
const LONGEST_WAIT = 30_000;
const JITTER = 1_000; // many may read a season; a table that is a second old is fresh

const section = () => document.getElementById("season");
const seen = () => Number(section().dataset.rev);
let newest = 0;
let refreshing = false;

/** Whether a field of the section holds what its reader has not sent yet. */
function isEditing() {
  const fields = [...section().querySelectorAll("input:not([type=hidden]), textarea")];
  return fields.some((field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue);
}

/** Fetch the section anew; what was opened in it stays open. */
async function refresh() {
  if (refreshing || newest <= seen()) return;
  if (isEditing()) {
    document.getElementById("season-changed").hidden = false;
    return;
  }
  refreshing = true;
  const wanted = newest;
  const opened = [...section().querySelectorAll("details[open][id]")].map((details) => details.id);
  try {
    await load(section(), section().dataset.url);
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    document.getElementById("season-news").textContent = section().dataset.news;
  } catch {
    // The next poll tries again.
  } finally {
    refreshing = false;
  }
  if (newest > wanted) refresh();
}

function onRevision(rev) {
  if (!(rev > seen())) return;
  newest = Math.max(newest, rev);
  setTimeout(refresh, Math.random() * JITTER);
}

async function poll() {
  if (document.hidden) return;
  try {
    const answer = await fetch(section().dataset.revUrl, { headers: { Accept: "application/json" } });
    if (answer.ok) onRevision((await answer.json()).rev);
  } catch {
    // The next poll tries again.
  }
}

function connectSocket(attempt = 0) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${section().dataset.socket}`);
  let opened = false;
  socket.addEventListener("open", () => {
    opened = true;
  });
  socket.addEventListener("message", (event) => onRevision(JSON.parse(event.data).rev));
  socket.addEventListener("close", () => {
    const tries = opened ? 0 : attempt + 1;
    const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** tries);
    setTimeout(() => connectSocket(tries), wait * (0.5 + Math.random() / 2));
  });
}

guard("season", "season");
connectSocket();
setInterval(poll, HEARTBEAT);
addEventListener("focus", poll);
addEventListener("online", poll);
document.addEventListener("visibilitychange", poll);
