// Explanations of the items on the table, from the glossary at the end of the page: on hover, on a long press, and on
// keyboard focus. Arrow keys move the focus between items by their position.

const HOVER_DELAY = 450;
const HIDE_DELAY = 200;
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const bubble = document.createElement("div");
bubble.id = "explanation";
bubble.className = "explanation";
bubble.popover = "manual";
bubble.setAttribute("role", "tooltip");
document.body.append(bubble);

let timer = 0;
let shownFor = null;
let isLongPress = false;

const ITEMS = ":is(#board, #tray, .seat-panel) [data-card]";
const itemAt = (element) => element.closest?.(ITEMS);
const items = () => [...document.querySelectorAll(ITEMS)].filter((item) => item.getBoundingClientRect().width);
const handle = (item) => item.closest("a.part") ?? item.querySelector("a.part") ?? item;

/** Show the explanation of `item`, with `words` in place of the glossary's text if they are given. */
export function explain(item, words) {
  const entry = document.querySelector(`#glossary [data-word="${CSS.escape(item.dataset.card)}"]`);
  if (!entry && !words) return;
  const named = item.matches("[aria-label]") ? item : item.querySelector("[aria-label]");
  const title = document.createElement("strong");
  title.textContent = named?.getAttribute("aria-label") ?? entry?.querySelector("dt").textContent ?? "";
  const text = document.createElement("p");
  text.textContent = words ?? entry.querySelector("dd").textContent;
  bubble.replaceChildren(title, text);
  bubble.classList.toggle("refused", Boolean(words));
  hide();
  bubble.showPopover();
  shownFor = handle(item);
  place(shownFor.getBoundingClientRect());
  shownFor.setAttribute("aria-describedby", bubble.id);
}

/** Place the bubble below the item or, if there is more room, above it. */
function place(box) {
  const { width, height } = bubble.getBoundingClientRect();
  const below = box.bottom + 8 + height <= innerHeight || box.top < height + 8;
  const left = Math.min(Math.max(8, box.x + box.width / 2 - width / 2), document.documentElement.clientWidth - width - 8);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${below ? box.bottom + 8 : box.top - height - 8}px`;
}

export function hide() {
  clearTimeout(timer);
  if (bubble.matches(":popover-open")) bubble.hidePopover();
  shownFor?.removeAttribute("aria-describedby");
  shownFor = null;
}

function schedule(wait, callback) {
  clearTimeout(timer);
  timer = setTimeout(callback, wait);
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const item = itemAt(event.target);
  if (item) schedule(HOVER_DELAY, () => item.isConnected && explain(item));
  else if (bubble.contains(event.target)) clearTimeout(timer);
  else if (shownFor && document.activeElement !== shownFor) schedule(HIDE_DELAY, hide);
  else clearTimeout(timer);
});

document.addEventListener("pointerdown", (event) => {
  isLongPress = false;
  const item = itemAt(event.target);
  if (event.pointerType === "mouse" || !item) return;
  schedule(HOVER_DELAY, () => {
    isLongPress = true;
    explain(item);
  });
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => isLongPress || clearTimeout(timer));
document.addEventListener("contextmenu", (event) => isLongPress && itemAt(event.target) && event.preventDefault());
document.addEventListener(
  "click",
  (event) => {
    if (isLongPress && itemAt(event.target)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (shownFor) hide();
    isLongPress = false;
  },
  { capture: true },
);
addEventListener("scroll", () => shownFor?.isConnected && place(shownFor.getBoundingClientRect()), { passive: true });

document.addEventListener("focusin", (event) => {
  const item = itemAt(event.target);
  if (item && event.target.matches(":focus-visible")) explain(item);
  else if (shownFor && !isLongPress) hide();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  const direction = DIRECTIONS[event.key];
  const here = direction && itemAt(document.activeElement);
  if (!here || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const next = nearest(here, direction);
  if (next) focusItem(next);
});

/** The nearest item in a direction; a distance to the side counts more than one straight ahead. */
function nearest(here, [across, down]) {
  const middle = (item) => {
    const box = item.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(here);
  let best = null;
  let least = Infinity;
  for (const item of items()) {
    const [right, lower] = middle(item);
    const ahead = (right - x) * across + (lower - y) * down;
    const aside = Math.abs((right - x) * down) + Math.abs((lower - y) * across);
    if (item !== here && ahead > 4 && ahead + 2.5 * aside < least) [best, least] = [item, ahead + 2.5 * aside];
  }
  return best;
}

function focusItem(item) {
  const target = handle(item);
  if (target === item) item.setAttribute("tabindex", "-1");
  target.focus();
}

/** The focused item if it is no choice: for `ensureTabStop` once the board is replaced. */
export function focusedItem() {
  const on = document.activeElement;
  return on?.matches(ITEMS) ? on : null;
}

/** Restore the focus to `previous`, and make the first item a tab stop if the board has no choices. */
export function ensureTabStop(previous = null) {
  if (previous?.isConnected && handle(previous) === previous) focusItem(previous);
  const [first] = items();
  if (first && !document.querySelector(":is(#board, #tray) a.part")) first.setAttribute("tabindex", "0");
}

for (const hint of document.querySelectorAll("#glossary [data-keys]")) hint.hidden = false;
ensureTabStop();
