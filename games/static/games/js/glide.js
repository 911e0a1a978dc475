// Animates pieces to their new position. `data-piece` is the kind of a piece, the id of its nearest ancestor its slot;
// pieces come from a pile with `data-source`. Those that were removed lie in `data-leaving`, and go first.

const PIECES = ":is(#board, #tray) :is([data-piece], [data-source])";
const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const EASING = "cubic-bezier(0.2, 0, 0, 1)";
const GLIDE = 480; // all times in milliseconds
const FADE = 240;
const HOLD = 200; // before removed pieces start to move
const BETWEEN = 90; // between the starts of two removed pieces, at most
const LEAVING = 720; // until all removed pieces have started
const BACK = "back"; // the kind of a face-down card, which may turn into any other

/** The ply of the board of `section` and the positions of all its pieces, relative to the board. No pieces if the user
    prefers reduced motion. */
export function snapshot(section) {
  const pieces = new Map();
  const board = section.querySelector("#board");
  if (!board || REDUCED_MOTION.matches) return { ply: 0, pieces };
  const origin = board.getBoundingClientRect();
  for (const element of section.querySelectorAll(PIECES)) {
    const kind = element.dataset.piece ?? element.dataset.source;
    const place = `${element.closest("[id]").id} ${kind}`;
    let count = 0;
    while (pieces.has(`${place} ${count}`)) count++;
    const { middle, width } = measure(element, origin);
    pieces.set(`${place} ${count}`, { element, kind, source: "source" in element.dataset, middle, width });
  }
  // A board with the end of a round drawn over it still shows what that end removed.
  return { ply: Number(board.dataset.ply) - (board.querySelector("[data-settled]") ? 1 : 0), pieces };
}

function measure(element, origin) {
  const box = element.getBoundingClientRect();
  return { middle: [box.x + box.width / 2 - origin.x, box.y + box.height / 2 - origin.y], width: box.width };
}

/** Animate every piece of `section` whose position differs from the snapshot `before`; new pieces fade in. */
export function glide(section, { ply, pieces: before }) {
  if (!before.size) return;
  const { pieces: after } = snapshot(section);
  const delay = playLeaving(section.querySelector("#board"), ply, before);
  // If pieces were removed together, no piece is the continuation of an earlier one.
  const lay = delay ? [] : [...before];
  const gone = lay.filter(([slot, piece]) => !piece.source && !after.has(slot)).map(([, piece]) => piece);
  const sources = lay.map(([, piece]) => piece).filter((piece) => piece.source);
  const take = (list, kind) => {
    const at = list.findIndex((piece) => piece.kind === kind);
    return at < 0 ? undefined : list === gone ? gone.splice(at, 1)[0] : list[at];
  };
  for (const [slot, piece] of after) {
    if (piece.source) continue;
    const { kind } = piece;
    const from = before.get(slot) ?? take(gone, kind) ?? take(sources, kind) ?? take(gone, BACK) ?? take(sources, BACK);
    if (from) animateMove(piece, from);
    else appear(piece, delay);
  }
}

function animateMove({ element, middle, width }, from) {
  if (Math.hypot(from.middle[0] - middle[0], from.middle[1] - middle[1]) < 2 || !width) return;
  const there = transformFrom(element, middle, from.middle, from.width / width);
  element.animate([{ transform: there }, { transform: "none" }], { duration: GLIDE, easing: EASING });
}

/** The transform that moves an element from `from` to `to`. Inside an SVG, lengths are in its user units. */
function transformFrom(element, from, to, scale) {
  const unit = element.ownerSVGElement ? element.parentNode.getScreenCTM().a : 1;
  return `translate(${(to[0] - from[0]) / unit}px, ${(to[1] - from[1]) / unit}px) scale(${scale})`;
}

function appear({ element }, delay) {
  const steps = [{ opacity: 0, transform: "scale(1.4)" }, { opacity: 1, transform: "none" }];
  element.animate(steps, { duration: GLIDE, easing: EASING, delay, fill: "backwards" });
}

/** Animate the pieces removed from `board` since `ply`: one after the other to their goals; then the others fade out.
    Returns the delay until new pieces appear. Removed pieces are deleted from `before`. */
function playLeaving(board, ply, before) {
  const drawn = board.querySelector("[data-leaving]");
  if (!drawn || Number(drawn.dataset.leaving) < ply) return 0;
  const won = [...drawn.querySelectorAll("[data-goal]")];
  const between = Math.min(BETWEEN, LEAVING / won.length);
  const end = HOLD + (won.length ? (won.length - 1) * between + GLIDE : 0);
  drawn.animate([{ opacity: 1 }, { opacity: 1 }], end + FADE);
  for (const [at, item] of won.entries()) {
    const { from, kind } = item.dataset;
    before.delete(`${from} ${kind} 0`);
    animateToGoal(item, board, HOLD + at * between);
  }
  for (const item of drawn.querySelectorAll("[data-fades]")) {
    item.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay: end, fill: "both" });
  }
  return end;
}

/** Animate `item` to its goal, which is enlarged briefly when the item arrives. */
function animateToGoal(item, board, delay) {
  const { goal, kind } = item.dataset;
  const owner = document.getElementById(goal);
  const inPanel = owner.querySelector(`[data-card="${CSS.escape(kind)}"]`);
  const place = inPanel?.checkVisibility() ? inPanel : owner;
  const target = place.querySelector("svg") ?? place;
  const origin = board.getBoundingClientRect();
  const from = measure(item, origin);
  const to = measure(target, origin);
  const there = transformFrom(item, from.middle, to.middle, to.width / from.width);
  const path = [
    { opacity: 1, transform: "none", easing: EASING },
    { opacity: 1, transform: there, offset: 0.95 },
    { opacity: 0, transform: there },
  ];
  item.animate(path, { duration: GLIDE, delay, fill: "both" });
  target.animate([{ transform: "none" }, { transform: "scale(1.4)" }, { transform: "none" }], { duration: FADE, delay: delay + GLIDE * 0.7 });
}
