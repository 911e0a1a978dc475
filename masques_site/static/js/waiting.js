// The page of a table that waits for players: it loads again when a hint from the socket, or a poll (every EVERY, on
// focus, and when online again), tells of a newer revision. Who is typing is told instead.

const EVERY = 20_000;
const LONGEST_WAIT = 30_000;
const table = document.getElementById("table");

/** Whether the user is editing a field. */
function isEditing() {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && !field.readOnly && field.value !== "";
}

function onRevision(rev) {
  if (!(rev > Number(table.dataset.rev))) return;
  if (isEditing()) document.getElementById("table-changed").hidden = false;
  else location.reload();
}

async function poll() {
  if (document.hidden) return;
  try {
    const answer = await fetch(table.dataset.revUrl, { headers: { Accept: "application/json" } });
    if (answer.ok) onRevision((await answer.json()).rev);
  } catch {
    // On failure the next poll tries again.
  }
}

function connectSocket(attempt = 0) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${table.dataset.socket}`);
  let opened = false;
  socket.addEventListener("open", () => {
    opened = true;
  });
  socket.addEventListener("message", (event) => onRevision(JSON.parse(event.data).rev));
  socket.addEventListener("close", () => {
    const tries = opened ? 1 : attempt + 1;
    setTimeout(() => connectSocket(tries), Math.min(LONGEST_WAIT, 500 * 2 ** tries) * (0.5 + Math.random() / 2));
  });
}

connectSocket();
setInterval(poll, EVERY);
addEventListener("focus", poll);
addEventListener("online", poll);
document.addEventListener("visibilitychange", poll);
