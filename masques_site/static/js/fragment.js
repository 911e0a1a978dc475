// Fetches the part of a page that a section stands for and morphs it into place, so that what stays keeps its focus,
// its scroll position and, by CSS transitions, its glide. Without htmx or this script, links and forms just work.

const FRAGMENT = "X-Fragment";

/** Replace `section` by what `url` answers. Resolves when it is in place. `address` is what the address bar shows. */
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

/** The element that was clicked if it is a link for us to follow: plain left click, no new tab. SVG links included. */
export function followed(event, selector) {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  return event.target.closest(selector);
}

/** The address of an HTML or SVG link. */
export function addressOf(link) {
  return link.getAttribute("href") ?? link.getAttributeNS("http://www.w3.org/1999/xlink", "href");
}

/** Let only fragments of the right name in: a log-in page or an error page is a page, and is gone to. */
export function guard(section, name) {
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement?.id !== section || ctx.response.headers.get(FRAGMENT) === name) return;
    event.preventDefault();
    if (ctx.request.method === "GET") location.assign(ctx.response.raw.url);
    else location.reload();
  });
}

/** Where the keyboard goes after a step of the reader's own, unless what they were on is still there. Inside `form` it
    never is: an element that stays has become another choice. */
export function keepFocus(id, form) {
  const on = document.activeElement;
  if (on && on !== document.body && !on.closest(form)) return;
  document.getElementById(id)?.focus({ preventScroll: true });
}
