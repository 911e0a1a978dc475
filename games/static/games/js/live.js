// The one connection of a page: a socket whose address is the body's `data-live`, and a heartbeat.
// `onFrame` hears what has changed. `onBeat` asks, every HEARTBEAT and whenever the page is looked at or has a line
// again: a frame may be lost.

const HEARTBEAT = 20_000;
const LONGEST_WAIT = 30_000;
const GRACE = 2_000; // a connection that is back this soon was never missed
const GONE = 4404; // why the site closes a socket: its reader was logged out, or may not see this any more

const followers = new Set();
const heard = new Map(); // the newest frame of each kind, by its fields
const beats = new Set();
const states = new Set();
const sockets = new Set();
let socket = null;
let tries = 0; // since the socket was last open
let waiting = 0; // a timer, until it is opened again
let missing = 0; // a timer, until the connection counts as missed
let isMissed = false;
let arrived = Promise.resolve(); // the frames so far, in order

/** Call `follow` with each frame; immediately with the newest of each kind, for a script that was loaded late. */
export function onFrame(follow) {
  followers.add(follow);
  for (const frame of heard.values()) follow(frame);
}

/** Call `ask` with every beat; what it promises is rejected while the site cannot be reached. */
export const onBeat = (ask) => beats.add(ask);

/** Call `show` with whether the connection is missed, whenever that changes. */
export const onConnection = (show) => states.add(show);

/** Call `show` with whether the socket is open, whenever that changes. */
export const onSocket = (show) => sockets.add(show);

/** Whether the socket is open, so that changes arrive by themselves. */
export const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Follow another page from now on: that of the socket at `address`. */
export function turnTo(address) {
  const before = socket;
  document.body.dataset.live = address;
  heard.clear();
  open();
  before?.close();
}

/** Send something over the socket. */
export const tell = (words) => socket.send(JSON.stringify(words));

/** The answer to a question of a beat, as JSON; null for one that says nothing. Throws while there is no line. */
export async function ask(url) {
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  return answer.ok ? answer.json() : null;
}

function hear(words) {
  const frame = JSON.parse(words);
  heard.set(Object.keys(frame).join(), frame);
  for (const follow of followers) follow(frame);
}

const unpacked = (data) =>
  typeof data === "string" ? data : new Response(data.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();

function say(missed) {
  clearTimeout(missing);
  if (missed === isMissed) return;
  isMissed = missed;
  for (const show of states) show(missed);
}

function open() {
  clearTimeout(waiting);
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const own = new WebSocket(`${scheme}//${location.host}${document.body.dataset.live}`);
  socket = own;
  own.addEventListener("open", () => {
    if (tries) beat(); // frames sent meanwhile were lost
    tries = 0;
    say(false);
    for (const show of sockets) show(true);
  });
  own.addEventListener("message", ({ data }) => {
    if (own !== socket) return; // it was about another page
    arrived = arrived.then(() => unpacked(data)).then(hear, beat).catch(reportError); // the beat makes up for a broken one
  });
  own.addEventListener("close", ({ code }) => {
    if (own !== socket) return;
    if (code === GONE) return location.reload(); // the page says what they see now; a refused socket has another code
    for (const show of sockets) show(false);
    tries += 1;
    clearTimeout(missing);
    missing = setTimeout(() => say(true), navigator.onLine ? GRACE : 0);
    waiting = setTimeout(open, Math.min(LONGEST_WAIT, 500 * 2 ** tries) * (0.5 + Math.random() / 2));
  });
}

/** Ask for what may have been missed. An answer proves that there is a connection, whatever was believed before. */
async function beat() {
  if (document.hidden) return;
  const answers = await Promise.allSettled([...beats].map((question) => question()));
  if (isOpen() && answers.every((answer) => answer.status === "fulfilled")) say(false);
}

/** The page is visible, or online, again: a socket that waits for its next try is opened now. */
function wake() {
  if (document.hidden) return;
  if (!socket || socket.readyState === WebSocket.CLOSED) open();
  beat();
}

if (document.body.dataset.live) {
  open();
  setInterval(beat, HEARTBEAT);
  addEventListener("focus", wake);
  addEventListener("online", wake);
  addEventListener("offline", () => say(true));
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
}
