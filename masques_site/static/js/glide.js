// Pieces that have moved glide from where they lay to where they lie. A piece carries its kind (`data-piece`); where it
// lies is told by the nearest id around it. `data-source` marks a pile from which pieces of a kind come.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const TIMING = { duration: 480, easing: "cubic-bezier(0.2, 0, 0, 1)" };
const BACK = "back"; // a card whose face is not known may turn into any other

/** Where all pieces of `section` lie, in places of the board, so that scrolling does not matter. */
export function remember(section) {
  const found = new Map();
  const board = section.querySelector("#board");
  if (!board || STILL.matches) return found;
  const origin = board.getBoundingClientRect();
  for (const element of board.querySelectorAll("[data-piece], [data-source]")) {
    const kind = element.dataset.piece ?? element.dataset.source;
    const place = `${element.closest("[id]").id} ${kind}`;
    let count = 0;
    while (found.has(`${place} ${count}`)) count++;
    const box = element.getBoundingClientRect();
    const middle = [box.x + box.width / 2 - origin.x, box.y + box.height / 2 - origin.y];
    found.set(`${place} ${count}`, { element, kind, source: "source" in element.dataset, middle, width: box.width });
  }
  return found;
}

/** Let every piece of `section` that lies elsewhere than in `before` glide there; new ones appear. */
export function glide(section, before) {
  if (!before.size) return;
  const after = remember(section);
  const gone = [...before].filter(([slot, piece]) => !piece.source && !after.has(slot)).map(([, piece]) => piece);
  const sources = [...before.values()].filter((piece) => piece.source);
  const take = (list, kind) => {
    const at = list.findIndex((piece) => piece.kind === kind);
    return at < 0 ? undefined : list === gone ? gone.splice(at, 1)[0] : list[at];
  };
  for (const [slot, piece] of after) {
    if (piece.source) continue;
    const { kind } = piece;
    const from = before.get(slot) ?? take(gone, kind) ?? take(sources, kind) ?? take(gone, BACK) ?? take(sources, BACK);
    if (from) travel(piece, from);
    else appear(piece);
  }
}

function travel({ element, middle, width }, from) {
  const across = from.middle[0] - middle[0];
  const down = from.middle[1] - middle[1];
  if (Math.hypot(across, down) < 2 || !width) return;
  // Inside a drawing lengths are in its own units.
  const unit = element.ownerSVGElement ? element.parentNode.getScreenCTM().a : 1;
  const start = `translate(${across / unit}px, ${down / unit}px) scale(${from.width / width})`;
  element.animate([{ transform: start }, { transform: "none" }], TIMING);
}

function appear({ element }) {
  element.animate([{ opacity: 0, transform: "scale(1.4)" }, { opacity: 1, transform: "none" }], TIMING);
}
