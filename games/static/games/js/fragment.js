// Fetches the fragment of a section and morphs it into place, so that unchanged elements keep their focus, scroll
// position and CSS transitions. Without htmx or this script, links and forms load whole pages.

export const FRAGMENT = "X-Fragment"; // a header
const GO_ON = "X-Go-On"; // another header

/** Replace `section` by the response of `url`. Resolves when it is in place. `address` is shown in the address bar. */
export function load(section, url, { method = "GET", values, headers, address } = {}) {
  if (!window.htmx) {
    if (method === "GET") location.assign(url);
    return Promise.resolve();
  }
  return window.htmx.ajax(method, url, {
    source: section,
    target: section,
    swap: "outerMorph",
    values,
    headers,
    replace: address ?? "false",
  });
}

/** Replace `section` by a text that is here already, as `load` does. */
export function put(section, text, { address } = {}) {
  if (address) history.replaceState({ htmx: true }, "", address);
  return window.htmx.swap({ sourceElement: section, target: section, swap: "outerMorph", text });
}

/** The clicked link that matches `selector`, if it was a plain left click (no new tab). SVG links included. */
export function followed(event, selector) {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  return event.target.closest(selector);
}

/** The address of an HTML or SVG link. */
export function addressOf(link) {
  return link.getAttribute("href") ?? link.getAttributeNS("http://www.w3.org/1999/xlink", "href");
}

/** Accept only responses that are fragments of this name; for others, such as a log-in page, load the whole page, or
    the one that a response sends its reader on to. */
export function guard(section, name) {
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (!ctx.response) return; // nothing was asked for: see put
    const onward = ctx.response.headers.get(GO_ON);
    if (ctx.sourceElement?.id !== section || (!onward && ctx.response.headers.get(FRAGMENT) === name)) return;
    event.preventDefault();
    if (onward) location.assign(onward);
    else if (ctx.request.method === "GET") location.assign(ctx.response.raw.url);
    else location.reload();
  });
}

/** Focus the element `id` after a user's step, unless the focused element still exists. An element inside `form` counts
    as gone, because morphing has turned it into another choice. */
export function keepFocus(id, form) {
  const on = document.activeElement;
  if (on && on !== document.body && !on.closest(form)) return;
  document.getElementById(id)?.focus({ preventScroll: true });
}
