// Drawings with many choices close together, `svg[data-nearest]`: a finger takes the choice nearest to it, and a loupe
// shows which. Sliding chooses another one, sliding off the drawing none. A choice is a link with an element `.reach`, a
// straight line or a copy of one, by whose ends the distance is measured.

const REACH = 30; // CSS pixels; how far from a choice a finger may come down
const REACH_FROM_PIECE = 13; // on a piece, which can be tapped for its own sake
const SLACK = 6; // a finger that moves less has not moved
const PATIENCE = 140; // milliseconds until the loupe is shown to a finger that rests
const SIZE = 132; // of the loupe, in CSS pixels
const ZOOM = 2.4;
const ABOVE = 28; // its distance from the finger

let held = null; // {svg, start, link, loupe, timer}: the finger that is down
let taken = false; // the native click that follows belongs to a finger that has chosen already
let touched = null; // the piece that was tapped for its own sake; its click may go to something nearby

/** The choices of `svg` with the ends of their lines on the screen, however the drawing is turned. */
function choices(svg) {
  return [...svg.querySelectorAll("a.part")].flatMap((link) => {
    const reach = link.querySelector(".reach");
    if (!reach) return [];
    const line = reach.matches("use") ? document.querySelector(reach.getAttribute("href")) : reach;
    const matrix = link.getScreenCTM();
    const ends = [0, line.getTotalLength()].map((at) => line.getPointAtLength(at).matrixTransform(matrix));
    return [{ link, ends }];
  });
}

/** The distance of a point from a line. */
function distance({ x, y }, [one, other]) {
  const [across, down] = [other.x - one.x, other.y - one.y];
  const along = ((x - one.x) * across + (y - one.y) * down) / (across ** 2 + down ** 2 || 1);
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(x - one.x - at * across, y - one.y - at * down);
}

/** The choice nearest to a point, if it is within `reach`. */
function nearest(svg, point, reach) {
  let best = null;
  for (const { link, ends } of choices(svg)) {
    const away = distance(point, ends);
    if (away <= reach) [best, reach] = [link, away];
  }
  return best;
}

function aim(link) {
  held.link?.classList.remove("aimed");
  held.link = link;
  link?.classList.add("aimed");
}

/** Show the part of the drawing around the finger, magnified, above it. */
function magnify(point) {
  const { svg } = held;
  if (!held.loupe) {
    held.loupe = document.createElement("div");
    held.loupe.className = "loupe";
    held.loupe.popover = "manual";
    held.loupe.setAttribute("aria-hidden", "true");
    svg.parentElement.append(held.loupe); // where it is drawn as the drawing itself is
  }
  const picture = svg.cloneNode(true);
  for (const each of [picture, ...picture.querySelectorAll("[id]")]) each.removeAttribute("id");
  const at = new DOMPoint(point.x, point.y).matrixTransform(svg.getScreenCTM().inverse());
  const span = SIZE / ZOOM / svg.getScreenCTM().a;
  picture.setAttribute("viewBox", `${at.x - span / 2} ${at.y - span / 2} ${span} ${span}`);
  picture.removeAttribute("data-nearest");
  held.loupe.replaceChildren(picture);
  if (!held.loupe.matches(":popover-open")) held.loupe.showPopover();
  const left = Math.min(Math.max(4, point.x - SIZE / 2), document.documentElement.clientWidth - SIZE - 4);
  held.loupe.style.left = `${left}px`;
  held.loupe.style.top = `${Math.max(4, point.y - SIZE - ABOVE)}px`;
}

function letGo() {
  clearTimeout(held.timer);
  held.loupe?.remove();
  aim(null);
  held = null;
}

const pointOf = (event) => ({ x: event.clientX, y: event.clientY });

document.addEventListener(
  "pointerdown",
  (event) => {
    if (held) letGo();
    taken = false;
    touched = null;
    const svg = event.pointerType === "mouse" || !event.isPrimary ? null : event.target.closest?.("svg[data-nearest]");
    if (!svg) return;
    const start = pointOf(event);
    const under = document.elementFromPoint(start.x, start.y); // the event's target may be something nearby
    const piece = under?.closest("a.part") ? null : under?.closest("[data-card]");
    const link = nearest(svg, start, piece ? REACH_FROM_PIECE : REACH);
    if (!link) {
      touched = piece;
      return;
    }
    event.stopPropagation(); // a finger that aims asks for no explanation
    held = { svg, start, link: null, loupe: null, timer: setTimeout(() => magnify(held.at), PATIENCE), at: start };
    aim(link);
  },
  { capture: true },
);

document.addEventListener("pointermove", (event) => {
  if (!held || !event.isPrimary) return;
  held.at = pointOf(event);
  const box = held.svg.getBoundingClientRect();
  const isOff = held.at.x < box.left || held.at.x > box.right || held.at.y < box.top || held.at.y > box.bottom;
  aim(isOff ? null : nearest(held.svg, held.at, REACH));
  if (held.loupe || Math.hypot(held.at.x - held.start.x, held.at.y - held.start.y) > SLACK) magnify(held.at);
});

document.addEventListener("pointerup", (event) => {
  if (!held || !event.isPrimary) return;
  const { link } = held;
  letGo();
  taken = true;
  link?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
});

document.addEventListener("pointercancel", () => held && letGo());

document.addEventListener(
  "click",
  (event) => {
    const strays = touched && !touched.contains(event.target) && event.target.closest("svg[data-nearest]");
    if ((!taken && !strays) || !event.isTrusted) return;
    event.preventDefault();
    event.stopPropagation();
    if (strays) touched.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    taken = false;
    touched = null;
  },
  { capture: true },
);
