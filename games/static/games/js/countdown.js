// The time left for a decision, to the second: in every `<time data-left>` that ends soon. Others stay as they were drawn.

const LONGEST = 600; // seconds
const LAST = 10; // seconds; marked
const STEP = 500;

let ahead = null; // milliseconds by which the clock of the site is ahead of this device's; null until that is asked

/** Ask the site what time it is. Without an answer the clock of this device counts. */
async function compare() {
  ahead = 0;
  const sent = Date.now();
  const answer = await fetch(document.querySelector("[data-rev-url]").dataset.revUrl, { method: "HEAD" });
  const told = Date.parse(answer.headers.get("Date"));
  if (told) ahead = told + 500 - (sent + Date.now()) / 2; // in whole seconds
}

function show(place, left) {
  place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  place.classList.toggle("last", left <= LAST);
}

function tick() {
  for (const place of document.querySelectorAll("time[data-left]")) {
    if (ahead === null) compare().catch(() => {});
    const left = Math.ceil((Date.parse(place.dateTime) - Date.now() - ahead) / 1000);
    if (left <= LONGEST) show(place, Math.max(0, left));
  }
}

setInterval(tick, STEP);
tick();
