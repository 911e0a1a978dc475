// Keeps the reader's changes to a section when it is refreshed: what they have typed, chosen, ticked, opened,
// closed and marked, where they are, and how far they have scrolled.

const ELEMENTS = ":not(svg *)"; // readers change nothing in drawings
const FIELDS = "input:not([type=hidden], [type=submit], [type=button]), textarea, select";
const CHECKED = ["checkbox", "radio"];

/** Remember what the reader has done to `section`; the returned function does it again to the section that has
    replaced it. A step of the reader's own moves the focus itself (`keepsFocus`). */
export function remember(section, { keepsFocus = true } = {}) {
  const folds = [...section.querySelectorAll("details")].map((fold) => [keyOf(fold, section), fold.open]);
  const fields = [...section.querySelectorAll(FIELDS)].filter(isChanged).map((field) => [keyOf(field, section), valueOf(field)]);
  const sheets = [...section.querySelectorAll("[popover][id]:popover-open")].map((sheet) => sheet.id);
  const scrolled = [...section.querySelectorAll(ELEMENTS)].filter((one) => one.scrollTop || one.scrollLeft);
  const places = scrolled.map((one) => [keyOf(one, section), one.scrollTop, one.scrollLeft]);
  const isInside = keepsFocus && section.contains(document.activeElement);
  const focus = isInside ? focusOf(document.activeElement, section) : null;
  return (fresh) => {
    const byKey = new Map([...fresh.querySelectorAll(ELEMENTS)].map((one) => [keyOf(one, fresh), one]).reverse());
    for (const [key, open] of folds) if (byKey.has(key)) byKey.get(key).open = open;
    for (const [key, value] of fields) if (byKey.has(key)) setValue(byKey.get(key), value);
    for (const id of sheets) openSheet(document.getElementById(id));
    for (const [key, top, left] of places) byKey.get(key)?.scrollTo({ top, left, behavior: "instant" });
    if (focus) refocus(focus, byKey);
  };
}

/**
 * The key of an element in its section, the same after a refresh: its id, or without one the nearest
 * id around it, and its visible name.
 */
function keyOf(element, section) {
  if (element.id) return `#${element.id}`;
  const around = element.parentElement?.closest("[id]") ?? section;
  const form = element.closest("form")?.getAttribute("action") ?? "";
  const words = element.matches("details") ? firstWords(element) : "";
  const value = CHECKED.includes(element.type) || element.matches("button") ? element.value : element.getAttribute("href");
  return [around.id, form, element.localName, element.getAttribute("name") ?? element.className, value, words].join(" ");
}

/** The name of a fold, without a number or badge behind it. */
function firstWords(fold) {
  const texts = document.createTreeWalker(fold.querySelector("summary") ?? fold, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (texts.currentNode.data.trim()) return texts.currentNode.data.trim();
  return "";
}

function isChanged(field) {
  if (CHECKED.includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.localName === "select") return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue;
}

const valueOf = (field) => (CHECKED.includes(field.type) ? field.checked : field.value);

function setValue(field, value) {
  if (CHECKED.includes(field.type)) field.checked = value;
  else field.value = value;
}

function openSheet(sheet) {
  if (sheet?.popover && !sheet.matches(":popover-open")) sheet.showPopover();
}

/** The focus, and the selection in a field. */
function focusOf(element, section) {
  const { selectionStart: from, selectionEnd: to, selectionDirection: direction } = element;
  return { element, key: keyOf(element, section), marked: typeof from === "number" ? [from, to, direction] : null };
}

function refocus({ element, key, marked }, byKey) {
  const target = element.isConnected ? element : byKey.get(key);
  if (!target) return;
  if (document.activeElement !== target) target.focus({ preventScroll: true });
  if (marked) target.setSelectionRange(...marked);
}
