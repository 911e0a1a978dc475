// Every thing on the board explains itself, in the words of the glossary at the end of the page: to a pointer that
// rests on it, to a finger that stays, to the keyboard that comes to it. Arrow keys move over the board as it lies.

const REST = 450;
const LEAVE = 200;
const REACH = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const bubble = document.createElement("div");
bubble.id = "explanation";
bubble.className = "explanation";
bubble.popover = "manual";
bubble.setAttribute("role", "tooltip");
document.body.append(bubble);

let timer = 0;
let shownFor = null;
let heldByFinger = false;

const thingAt = (element) => element.closest?.("#board [data-card]");
const things = () => [...document.querySelectorAll("#board [data-card]")].filter((thing) => thing.getBoundingClientRect().width);
const handle = (thing) => thing.closest("a.part") ?? thing.querySelector("a.part") ?? thing;

/** Say about `thing` what it is and does, or `words` instead of what it does. */
export function explain(thing, words) {
  const entry = document.querySelector(`#glossary [data-word="${CSS.escape(thing.dataset.card)}"]`);
  if (!entry && !words) return;
  const named = thing.matches("[aria-label]") ? thing : thing.querySelector("[aria-label]");
  const title = document.createElement("strong");
  title.textContent = named?.getAttribute("aria-label") ?? entry?.querySelector("dt").textContent ?? "";
  const text = document.createElement("p");
  text.textContent = words ?? entry.querySelector("dd").textContent;
  bubble.replaceChildren(title, text);
  bubble.classList.toggle("refused", Boolean(words));
  hide();
  bubble.showPopover();
  shownFor = handle(thing);
  place(shownFor.getBoundingClientRect());
  shownFor.setAttribute("aria-describedby", bubble.id);
}

/** Under the thing, or above it where there is more room; never over it. */
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

function after(wait, deed) {
  clearTimeout(timer);
  timer = setTimeout(deed, wait);
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse") return;
  const thing = thingAt(event.target);
  if (thing) after(REST, () => thing.isConnected && explain(thing));
  else if (bubble.contains(event.target)) clearTimeout(timer);
  else if (shownFor && document.activeElement !== shownFor) after(LEAVE, hide);
  else clearTimeout(timer);
});

document.addEventListener("pointerdown", (event) => {
  heldByFinger = false;
  const thing = thingAt(event.target);
  if (event.pointerType === "mouse" || !thing) return;
  after(REST, () => {
    heldByFinger = true;
    explain(thing);
  });
});
for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => heldByFinger || clearTimeout(timer));
document.addEventListener("contextmenu", (event) => heldByFinger && thingAt(event.target) && event.preventDefault());
document.addEventListener(
  "click",
  (event) => {
    if (heldByFinger && thingAt(event.target)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (shownFor) hide();
    heldByFinger = false;
  },
  { capture: true },
);
addEventListener("scroll", () => shownFor?.isConnected && place(shownFor.getBoundingClientRect()), { passive: true });

document.addEventListener("focusin", (event) => {
  const thing = thingAt(event.target);
  if (thing && event.target.matches(":focus-visible")) explain(thing);
  else if (shownFor && !heldByFinger) hide();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  const reach = REACH[event.key];
  const here = reach && thingAt(document.activeElement);
  if (!here || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const next = nearest(here, reach);
  if (next) reachFor(next);
});

/** The thing that lies next in a direction: what is straight ahead comes before what is beside. */
function nearest(here, [across, down]) {
  const middle = (thing) => {
    const box = thing.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(here);
  let best = null;
  let least = Infinity;
  for (const thing of things()) {
    const [right, lower] = middle(thing);
    const ahead = (right - x) * across + (lower - y) * down;
    const aside = Math.abs((right - x) * down) + Math.abs((lower - y) * across);
    if (thing !== here && ahead > 4 && ahead + 2.5 * aside < least) [best, least] = [thing, ahead + 2.5 * aside];
  }
  return best;
}

function reachFor(thing) {
  const target = handle(thing);
  if (target === thing) thing.setAttribute("tabindex", "-1");
  target.focus();
}

/** The thing, no choice, on which the keyboard stands: to give back to `openDoor` once the board is drawn anew. */
export function standing() {
  const on = document.activeElement;
  return on?.matches("#board [data-card]") ? on : null;
}

/** A board on which nothing can be chosen is still entered by the Tab key, and nobody is thrown out of it. */
export function openDoor(stood = null) {
  if (stood?.isConnected && handle(stood) === stood) reachFor(stood);
  const [first] = things();
  if (first && !document.querySelector("#board a.part")) first.setAttribute("tabindex", "0");
}

for (const hint of document.querySelectorAll("#glossary [data-keys]")) hint.hidden = false;
openDoor();
