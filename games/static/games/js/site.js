// Enhancements of all pages: local times, menus that close, copy buttons. Strangers have no count on the site's icon.

const language = document.documentElement.lang || undefined;
const BROWSERS_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Times in the zone of the reader's settings, which is named where the browser's clock shows another time; strangers
    have the browser's. Throws a RangeError for a zone that the browser does not know. */
function zonedFormat(zone = BROWSERS_ZONE) {
  const parts = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZone: zone };
  const format = new Intl.DateTimeFormat(language, parts);
  const naming = new Intl.DateTimeFormat(language, { ...parts, timeZoneName: "short" });
  const browsers = new Intl.DateTimeFormat(language, { ...parts, timeZone: BROWSERS_ZONE });
  return (moment) => {
    const words = format.format(moment);
    return words === browsers.format(moment) ? words : naming.format(moment);
  };
}

let words = null;
try {
  words = zonedFormat(document.body.dataset.zone);
} catch {
  // The browser does not know the zone: the server's text stays.
}

/** Set the local time as the title of every <time>, and as the text of those with `data-local`. */
function localTimes(root) {
  if (!words) return;
  for (const element of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    element.title = words(moment);
    if ("local" in element.dataset) element.textContent = element.title;
  }
}

function closeMenus(event) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (event.type === "keydown" ? event.key === "Escape" : !menu.contains(event.target)) {
      menu.open = false;
      if (event.type === "keydown") menu.querySelector("summary").focus();
    }
  }
}

/** Show buttons with `data-copy`, which copy the value of the input with that id, if the clipboard is available. */
function showCopyButtons(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("button[data-copy]")) button.hidden = false;
}

async function copy(event) {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
  button.textContent = button.dataset.done;
}

/** Fill in the zone of the browser's clock where a form asks for it. */
function fillTimeZone(root) {
  for (const field of root.querySelectorAll("input[data-time-zone]")) {
    field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  }
}

/** Set up a part of a page when it is loaded and when it has been fetched again. */
function enhance() {
  localTimes(document);
  fillTimeZone(document);
  showCopyButtons(document);
}

enhance();
if (!("zone" in document.body.dataset)) navigator.clearAppBadge?.().catch(() => {}); // left by a user who has logged out
document.addEventListener("click", closeMenus);
document.addEventListener("click", copy);
document.addEventListener("keydown", closeMenus);
document.addEventListener("htmx:after:swap", enhance);
