// Plays short sounds. Pages load it for readers who have turned a sound on: the body's `data-sounds` names those. A file
// is fetched when it is first heard.
//
// More matches that wait make the sound "turn", once in all pages of this browser, and not if the reader has just used
// one of them: then they look at the site anyway.

const QUIET = 30_000; // after the last use
const LATE = 2_000; // a sound that begins later says nothing any more; pages in the background may have to wait
const USED = "sounds-used"; // in localStorage: when a page of this browser was used last
const HEARD = "sounds-heard"; // in localStorage: of how many waiting matches the reader knows

const isOn = new Set(document.body.dataset.sounds?.split(" "));
const players = new Map();

/** Play the sound called `name`, if it is on. Rejected if the browser refuses: most want a click on the page first. */
export async function play(name) {
  if (!isOn.has(name)) return;
  if (!players.has(name)) players.set(name, new Audio(new URL(`../sounds/${name}.wav`, import.meta.url)));
  const player = players.get(name);
  const late = setTimeout(() => player.pause(), LATE);
  try {
    await player.play();
  } finally {
    clearTimeout(late);
  }
}

const stored = (key) => Number(localStorage.getItem(key));

function use() {
  if (Date.now() - stored(USED) > 1_000) localStorage.setItem(USED, Date.now());
}

/** Act while no other page of this browser does. */
const alone = (act) => (navigator.locks ? navigator.locks.request("sounds", act) : act());

/** Hear that `count` matches wait. The first page to play keeps the others from it, whenever they hear of the count. */
async function hear(count) {
  const before = stored(HEARD);
  if (count < before) use(); // the reader has made a decision, perhaps on another device
  if (count > before && Date.now() - stored(USED) > QUIET) {
    try {
      await play("turn");
    } catch {
      return; // refused here: another page may play it
    }
  }
  localStorage.setItem(HEARD, count);
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, use, { capture: true, passive: true });
const badge = document.getElementById("waiting-count");
if (badge) localStorage.setItem(HEARD, badge.hidden ? 0 : Number(badge.firstElementChild.textContent)); // is seen
document.addEventListener("waiting-count", ({ detail }) => alone(() => hear(detail)));
