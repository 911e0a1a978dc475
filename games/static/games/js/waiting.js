// Shows how many matches wait for the reader, in the header and the title, and announces once when there are more.
// Every page of a logged-in user uses it.

import { ask, isOpen, onBeat, onFrame } from "./live.js";

const badge = document.getElementById("waiting-count");
const plurals = new Intl.PluralRules(document.documentElement.lang || undefined);
let shown = badge?.hidden ? 0 : Number(badge?.firstElementChild.textContent);

/** Show that `count` matches wait. */
export function showWaiting(count) {
  if (!badge || !Number.isInteger(count)) return;
  const words = badge.dataset[plurals.select(count)] ?? badge.dataset.other;
  badge.hidden = count === 0;
  [badge.firstElementChild.textContent, badge.lastElementChild.textContent] = [String(count), ` ${words}`];
  const next = document.getElementById("next-match");
  if (next) next.hidden = count === 0;
  titled(document.title);
  if (count > shown) document.getElementById("waiting-news").textContent = `${count} ${words}`;
  shown = count;
}

/** Set the title of the page, with how many matches wait before it. */
export function titled(title) {
  const plain = title.replace(/^\(\d+\) /, "").trim();
  const count = badge && !badge.hidden ? badge.firstElementChild.textContent : "";
  document.title = count ? `(${count}) ${plain}` : plain;
}

onFrame((frame) => showWaiting(frame.waiting));
if (badge) {
  onBeat(async () => {
    if (!isOpen()) showWaiting((await ask(badge.dataset.url))?.waiting);
  });
}
