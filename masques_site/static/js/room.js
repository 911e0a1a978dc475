// The page of a room: it follows its table, and its host drags the seats into another order. When the match starts, the
// reader's hand takes its place.

import { load } from "../games/js/fragment.js";
import { follow } from "../games/js/section.js";

follow("room", (frame) => "match" in frame);

const room = () => document.getElementById("room");
const list = () => room().querySelector("[data-order]");
const rows = () => [...list().children];
let lifted = null; // the row that is being dragged

/** Give each row a handle. Without this script, and for keyboards, the buttons do the same. */
function addHandles() {
  for (const row of list()?.children ?? []) {
    if (row.querySelector(".drag-handle")) continue;
    const handle = document.createElement("span");
    handle.className = "drag-handle";
    handle.setAttribute("aria-hidden", "true");
    handle.textContent = "⠿";
    row.prepend(handle);
  }
}

function post(form, order) {
  const { csrfmiddlewaretoken, rev } = Object.fromEntries(new FormData(form));
  return load(room(), form.getAttribute("action"), { method: "POST", values: { csrfmiddlewaretoken, rev, order } });
}

function lift(event) {
  const handle = event.target.closest(".drag-handle");
  if (!handle || event.button !== 0) return;
  lifted = handle.closest("li");
  lifted.classList.add("lifted");
  handle.setPointerCapture(event.pointerId);
  event.preventDefault();
}

/** Let the lifted row change places with the one under the pointer. */
function drag(event) {
  if (!lifted?.isConnected) return;
  const over = rows().find((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return event.clientY >= top && event.clientY <= bottom;
  });
  if (!over || over === lifted) return;
  const isBelow = over.compareDocumentPosition(lifted) & Node.DOCUMENT_POSITION_PRECEDING;
  if (isBelow) over.after(lifted);
  else over.before(lifted);
}

function drop() {
  if (!lifted) return;
  const row = lifted;
  lifted = null;
  row.classList.remove("lifted");
  if (!row.isConnected) return; // the table has changed meanwhile
  const order = rows().map((each) => each.dataset.seat);
  if (order.some((seat, place) => Number(seat) !== place)) post(row.querySelector("[data-moves]"), order.join(" "));
}

function move(event) {
  if (!event.target.matches("[data-moves]") || !event.submitter?.value) return;
  event.preventDefault();
  post(event.target, event.submitter.value);
}

addHandles();
document.addEventListener("htmx:after:swap", addHandles);
document.addEventListener("pointerdown", lift);
document.addEventListener("pointermove", drag);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("submit", move);
