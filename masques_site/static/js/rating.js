// The effect of a match on ratings: fetched after the page, into the place of its link. Without this script the
// link leads to a page of its own.

const place = document.getElementById("match-ratings");

if (place) {
  const headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
  fetch(place.dataset.url, { headers })
    .then(async (answer) => {
      if (!answer.ok || answer.headers.get("X-Fragment") !== "ratings") return;
      const words = new DOMParser().parseFromString(await answer.text(), "text/html");
      place.replaceWith(document.adoptNode(words.getElementById("match-ratings")));
    })
    .catch(() => {}); // the link stays
}
