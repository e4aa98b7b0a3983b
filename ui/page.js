// What only the browser can know: keys, unsent text, light or dark, scrolling, search in a list.
window.bookfolk = (() => {
  const kept = (key, value) => {
    if (value === undefined) return localStorage.getItem(`bookfolk.${key}`);
    if (value) localStorage.setItem(`bookfolk.${key}`, value);
    else localStorage.removeItem(`bookfolk.${key}`);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const box = () => one("#say textarea");
  const open = () => one("[data-chat]")?.dataset.chat ?? "";
  const put = (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const local = {
    dark() {
      const dark = document.body.classList.toggle("dark");
      kept("dark", dark ? "yes" : "no");
    },
    menu: () => document.body.classList.toggle("side-open"),
    all: (target) => { target.parentElement.previousElementSibling.classList.add("all"); target.remove(); },
    upload: () => one("#upload input[type=file], input#upload, button#upload")?.click(),
  };

  // Whether a click goes on to the server.
  const goes = (target) => {
    const act = target.dataset.act;
    if (local[act]) { local[act](target); return false; }
    if (target.dataset.sure && !window.confirm(target.dataset.sure)) return false;
    if (act === "language") kept("lang", target.dataset.to);
    if (["talk", "person", "book", "shelf", "back"].includes(act)) document.body.classList.remove("side-open");
    return true;
  };

  const arrives = () => JSON.stringify({
    lang: kept("lang") ?? navigator.language ?? "en",
    chat: kept("chat") ?? "",
  });

  const sift = () => {
    const wanted = (one(".finding input")?.value ?? "").trim().toLowerCase();
    const list = one(".people");
    if (!list) return;
    let shown = 0;
    list.classList.toggle("sifted", Boolean(wanted));
    for (const person of list.querySelectorAll(".person")) {
      const hit = !wanted || person.dataset.names.includes(wanted);
      person.classList.toggle("away", !hit);
      shown += hit;
    }
    list.classList.toggle("empty", !shown);
  };

  // That it was heard is shown at once; the server's own word for it takes its place.
  const sent = () => {
    const thinking = one("[data-chat]")?.dataset.thinking;
    if (!thinking || !box()?.value.trim() || one("#live .line")) return;
    document.documentElement.style.setProperty("--thinking", JSON.stringify(thinking));
    document.body.classList.add("sending");
    window.scrollTo({ top: document.scrollingElement.scrollHeight });
    setTimeout(() => document.body.classList.remove("sending"), 10_000);
  };

  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.key === "Escape") {
      const way = one(".drawer [data-act=close]") ?? one(".rewording [data-act=cancel]");
      const stop = one("#stop");
      if (way) way.click();
      else if (document.body.classList.contains("side-open")) local.menu();
      else if (stop?.offsetParent) stop.click();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      if (target === box()) { event.preventDefault(); event.stopPropagation(); one("#send")?.click(); }
      else target.closest?.(".rewording")?.querySelector("[data-act=reword]").click();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing && target === box()) sent();
  }, true);
  document.addEventListener("input", (event) => {
    const target = event.target;
    if (target === box()) kept(`unsent.${open()}`, target.value);
    if (target.matches?.(".finding input")) sift();
    if (target.matches?.(".chapter input")) {
      const { min, max, value } = target;
      target.style.setProperty("--at", `${(100 * (value - min)) / (max - min)}%`);
      const output = target.closest(".chapter").querySelector("output");
      output.textContent = output.dataset.form.replace("#", value);
      const title = target.closest(".chapter").querySelector("cite");
      if (title) title.textContent = "";
    }
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#send")) sent();
    if (document.body.classList.contains("side-open") && !event.target.closest("#side, .menu")) local.menu();
  });

  // The page is redrawn by Python; what belongs to the reader is put back after each drawing.
  let chat = null;
  let filled = null;
  let height = 0;
  let unfolded = null;
  const after = () => {
    const now = open();
    if (now !== chat && one("#top .menu")) {
      chat = now;
      kept("chat", now);
      height = 0;
    }
    if (box() && now && now !== filled) {
      filled = now;
      put(box(), kept(`unsent.${now}`) ?? "");
      if (window.innerWidth > 900) box().focus();
    } else if (box() && now && !box().value) kept(`unsent.${now}`, "");
    if (!box()) filled = null;
    document.documentElement.lang = one(".corner [data-act=language]")?.dataset.to === "en" ? "zh-CN" : "en";
    const field = one(".rewording textarea");
    if (field && !field.dataset.met) {
      field.dataset.met = "yes";
      field.style.height = `${field.scrollHeight + 4}px`;
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    }
    const leaf = one(".drawer .leaf");
    if (leaf && !leaf.dataset.met) {
      leaf.dataset.met = "yes";
      const mark = leaf.querySelector("mark");
      leaf.scrollTop = mark.offsetTop - leaf.offsetTop - leaf.clientHeight / 4;
      one(".drawer [data-act=close]").focus({ preventScroll: true });
    }
    const steps = one(".live details.steps");
    if (steps && unfolded !== null) steps.open = unfolded;
    if (!one(".live")) unfolded = null;
    if (one("#live .line, #room .problem")) document.body.classList.remove("sending");
    sift();
    const page = document.scrollingElement;
    if (now && page.scrollHeight !== height) {
      const near = page.scrollTop + page.clientHeight > height - 200;
      if (near) page.scrollTo({ top: page.scrollHeight });
      height = page.scrollHeight;
    }
  };
  document.addEventListener("click", (event) => {
    const summary = event.target.closest(".live summary");
    if (summary) unfolded = !summary.parentElement.open;
  });
  const begin = () => {
    const dark = kept("dark");
    if (dark) document.body.classList.toggle("dark", dark === "yes");
    new MutationObserver(after).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  if (document.body) begin();
  else document.addEventListener("DOMContentLoaded", begin);
  window.addEventListener("load", () => setTimeout(() => {
    const dark = kept("dark");
    if (dark) document.body.classList.toggle("dark", dark === "yes");
  }, 300));
  return { goes, arrives };
})();
