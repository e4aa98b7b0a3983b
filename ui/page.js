// Keys, unsent text and scrolling: what only the browser can know.
(() => {
  const KEPT = "bookfolk.unsent";
  const box = () => document.querySelector("#say textarea");
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const close = document.querySelector(".drawer [data-act=close]");
      const stop = document.querySelector("#stop");
      if (close) close.click();
      else if (stop && stop.offsetParent) stop.click();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target === box()) {
      document.querySelector("#send")?.click();
    }
  });
  document.addEventListener("input", (event) => {
    if (event.target === box()) localStorage.setItem(KEPT, event.target.value);
  });
  // On a phone the shelf covers the page: it steps aside once someone is chosen.
  document.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-act=person], [data-act=talk]");
    if (chosen && window.innerWidth <= 640) document.querySelector(".sidebar .toggle-button")?.click();
  });
  let known = null;
  let height = 0;
  setInterval(() => {
    const now = box();
    if (now && now !== known) {
      known = now;
      const text = localStorage.getItem(KEPT);
      if (text && !now.value) {
        now.value = text;
        now.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
    if (known && !known.value) localStorage.removeItem(KEPT);
    const page = document.scrollingElement;
    const room = document.querySelector(".talkroom");
    if (!page || !room) return;
    const nearEnd = page.scrollTop + page.clientHeight > height - 160;
    if (page.scrollHeight !== height && nearEnd) page.scrollTo({ top: page.scrollHeight, behavior: "smooth" });
    height = page.scrollHeight;
  }, 150);
})();
