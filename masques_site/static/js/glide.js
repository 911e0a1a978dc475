// Pieces that have moved glide from where they lay to where they lie. A piece carries its kind (`data-piece`); where it
// lies is told by the nearest id around it. `data-source` marks a pile from which pieces of a kind come. What a move
// took off the board all at once is drawn once more, unseen (`data-leaving`), and is played out before the rest.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const EASING = "cubic-bezier(0.2, 0, 0, 1)";
const GLIDE = 480; // all times in milliseconds
const FADE = 240;
const LOOK = 200; // what leaves stands still so long, to be seen
const BETWEEN = 90; // the start of one and of the next that leaves, while they are few
const LEAVING = 720; // all of them have started within this time
const BACK = "back"; // a card whose face is not known may turn into any other

/** The ply of the board of `section` and where all its pieces lie, in places of the board, so that scrolling does not
    matter; no pieces for who wants less motion. */
export function remember(section) {
  const pieces = new Map();
  const board = section.querySelector("#board");
  if (!board || STILL.matches) return { ply: 0, pieces };
  const origin = board.getBoundingClientRect();
  for (const element of board.querySelectorAll("[data-piece], [data-source]")) {
    const kind = element.dataset.piece ?? element.dataset.source;
    const place = `${element.closest("[id]").id} ${kind}`;
    let count = 0;
    while (pieces.has(`${place} ${count}`)) count++;
    const { middle, width } = spot(element, origin);
    pieces.set(`${place} ${count}`, { element, kind, source: "source" in element.dataset, middle, width });
  }
  return { ply: Number(board.dataset.ply), pieces };
}

function spot(element, origin) {
  const box = element.getBoundingClientRect();
  return { middle: [box.x + box.width / 2 - origin.x, box.y + box.height / 2 - origin.y], width: box.width };
}

/** Let every piece of `section` that lies elsewhere than `before` glide there; new ones appear. */
export function glide(section, { ply, pieces: before }) {
  if (!before.size) return;
  const { pieces: after } = remember(section);
  const delay = playOut(section.querySelector("#board"), ply, before);
  // After a general leaving nothing that lies here now is anything that lay there.
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
    if (from) travel(piece, from);
    else appear(piece, delay);
  }
}

function travel({ element, middle, width }, from) {
  if (Math.hypot(from.middle[0] - middle[0], from.middle[1] - middle[1]) < 2 || !width) return;
  const there = way(element, middle, from.middle, from.width / width);
  element.animate([{ transform: there }, { transform: "none" }], { duration: GLIDE, easing: EASING });
}

/** The transform that shows at `to` what lies at `from`. Inside a drawing lengths are in its own units. */
function way(element, from, to, scale) {
  const unit = element.ownerSVGElement ? element.parentNode.getScreenCTM().a : 1;
  return `translate(${(to[0] - from[0]) / unit}px, ${(to[1] - from[1]) / unit}px) scale(${scale})`;
}

function appear({ element }, delay) {
  const steps = [{ opacity: 0, transform: "scale(1.4)" }, { opacity: 1, transform: "none" }];
  element.animate(steps, { duration: GLIDE, easing: EASING, delay, fill: "backwards" });
}

/** Play out what has left `board` since `ply`: one after the other to whoever got it, then the rest fades. Says after
    how long what is new may come. What leaves is struck off `before`, for its like may lie there again. */
function playOut(board, ply, before) {
  const drawn = board.querySelector("[data-leaving]");
  if (!drawn || Number(drawn.dataset.leaving) < ply) return 0;
  const won = [...drawn.querySelectorAll("[data-goal]")];
  const between = Math.min(BETWEEN, LEAVING / won.length);
  const end = LOOK + (won.length ? (won.length - 1) * between + GLIDE : 0);
  drawn.animate([{ opacity: 1 }, { opacity: 1 }], end + FADE);
  for (const [at, thing] of won.entries()) {
    const { from, kind } = thing.dataset;
    before.delete(`${from} ${kind} 0`);
    carry(thing, board, LOOK + at * between);
  }
  for (const thing of drawn.querySelectorAll("[data-fades]")) {
    thing.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay: end, fill: "both" });
  }
  return end;
}

/** Let `thing` go to its goal, which starts a little when it gets there. */
function carry(thing, board, delay) {
  const { goal, kind } = thing.dataset;
  const owner = document.getElementById(goal);
  const place = owner.querySelector(`[data-card="${CSS.escape(kind)}"]`) ?? owner;
  const target = place.querySelector("svg") ?? place;
  const origin = board.getBoundingClientRect();
  const from = spot(thing, origin);
  const to = spot(target, origin);
  const there = way(thing, from.middle, to.middle, to.width / from.width);
  const path = [
    { opacity: 1, transform: "none", easing: EASING },
    { opacity: 1, transform: there, offset: 0.95 },
    { opacity: 0, transform: there },
  ];
  thing.animate(path, { duration: GLIDE, delay, fill: "both" });
  target.animate([{ transform: "none" }, { transform: "scale(1.4)" }, { transform: "none" }], { duration: FADE, delay: delay + GLIDE * 0.7 });
}
