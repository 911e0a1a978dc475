// Shows how many matches wait for the reader, in the header, the title and the icons, and announces once when there are
// more. Every page of a logged-in user uses it. Others hear of each count by the event "waiting-count" of the document.

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
  markIcons(count);
  if (count > shown) document.getElementById("waiting-news").textContent = `${count} ${words}`;
  shown = count;
  document.dispatchEvent(new CustomEvent("waiting-count", { detail: count }));
}

/** Set the title of the page, with how many matches wait before it. */
export function titled(title) {
  const plain = title.replace(/^\(\d+\) /, "").trim();
  const count = badge && !badge.hidden ? badge.firstElementChild.textContent : "";
  document.title = count ? `(${count}) ${plain}` : plain;
}

/** Put a dot on the tab's icon while something waits, and the count on the icon of the installed site. */
function markIcons(count) {
  const icon = document.querySelector("link[rel=icon][data-waiting]");
  if (icon) icon.href = count ? icon.dataset.waiting : icon.dataset.plain;
  navigator.setAppBadge?.(count).catch(() => {}); // not every system has badges
}

if (badge) {
  markIcons(shown);
  onBeat(async () => {
    if (!isOpen()) showWaiting((await ask(badge.dataset.url))?.waiting);
  });
}
onFrame((frame) => showWaiting(frame.waiting));
