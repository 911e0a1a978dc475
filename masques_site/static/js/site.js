// Enhancements of all pages: local times, menus that close, copy buttons.

/** Set the local time as the title of every <time>, and as the text of those with `data-local`. */
function localTimes(root) {
  const language = document.documentElement.lang || undefined;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  for (const element of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    const words = format.format(moment);
    element.title = words;
    if ("local" in element.dataset) element.textContent = words;
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
function copyButtons(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
      button.textContent = button.dataset.done;
    });
  }
}

/** Fill in the zone of the browser's clock where a form asks for it. */
function fillTimeZone(root) {
  for (const field of root.querySelectorAll("input[data-time-zone]")) {
    field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  }
}

localTimes(document);
fillTimeZone(document);
copyButtons(document);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", closeMenus);
document.addEventListener("htmx:after:swap", () => localTimes(document));
