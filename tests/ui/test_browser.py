"""What a reader does, done in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ASKED = "What do you think of Mr. Darcy?"
expect.set_options(timeout=30_000)  # a small machine that does other things too
FIRST, SECOND = "I could easily forgive his pride", "You ask as though you wished"


async def said(page: Page, line: str = ASKED) -> None:
    """Say `line` and wait for the whole reply."""
    replies = page.locator("#room .line.theirs .evidence")
    before = await replies.count()
    await page.fill("#say textarea", line)
    await page.keyboard.press("Enter")
    await expect(page.locator(".line.mine").last).to_contain_text(line)
    await expect(replies).to_have_count(before + 1)


async def test_thinking_is_shown_at_once_then_the_search_then_the_reply(talk: Page) -> None:
    await talk.fill("#say textarea", ASKED)
    waited = await talk.evaluate(
        """() => new Promise((done) => {
          const begun = performance.now();
          new MutationObserver(() => {
            const drawn = document.querySelector('#live .steps') || document.body.matches('.sending');
            if (drawn) done(performance.now() - begun);
          }).observe(document.body, {childList: true, subtree: true, attributes: true});
          document.querySelector('#send').click();
        })"""
    )
    assert waited < 300, f"thinking was shown after {waited:.0f} ms"
    await expect(talk.locator("#say textarea")).to_have_value("")
    await expect(talk.locator("#live .looked")).to_contain_text("Mr. Darcy, ball, pride")
    await expect(talk.locator("#live .found")).to_have_count(3)
    await expect(talk.locator("#room .line.theirs .say")).to_contain_text(FIRST)
    await expect(talk.locator("#live .line")).to_have_count(0)
    await expect(talk.locator(".steps summary")).to_contain_text("Looked up")


async def test_evidence_opens_the_passage_in_its_place(talk: Page) -> None:
    await said(talk)
    chip = talk.locator(".evidence .chip").first
    words = (await chip.locator("span").inner_text()).rstrip("…").strip()
    await chip.click()
    await expect(talk.locator(".drawer mark")).to_contain_text(words[:20])
    await expect(talk.locator(".drawer h3")).to_have_text("CHAPTER III.")
    await talk.keyboard.press("Escape")
    await expect(talk.locator(".drawer")).to_have_count(0)


async def test_another_reply_is_a_swipe_and_the_first_is_kept(talk: Page) -> None:
    await said(talk)
    await talk.click(".line.theirs [data-act=again]")
    await expect(talk.locator("#room .line.theirs .say")).to_contain_text(SECOND)
    await expect(talk.locator(".line.theirs .count")).to_have_text("2/2")
    await talk.click(".line.theirs [data-act=select]")
    await expect(talk.locator("#room .line.theirs .say")).to_contain_text(FIRST)
    await expect(talk.locator(".line.theirs .count")).to_have_text("1/2")


async def test_stop_keeps_what_was_said(talk: Page) -> None:
    await talk.fill("#say textarea", ASKED)
    await talk.keyboard.press("Enter")
    await expect(talk.locator("#live .say")).to_contain_text("I could")
    await talk.keyboard.press("Escape")
    await expect(talk.locator("#room .line.theirs .note")).to_have_text("Broken off here.")
    text = await talk.locator("#room .line.theirs .say").inner_text()
    assert text.startswith("I could")
    assert "furnished me" not in text
    await expect(talk.locator("#send")).to_be_visible()


async def test_an_edited_line_is_answered_anew_and_the_old_branch_stays(talk: Page) -> None:
    await said(talk, "First question")
    await said(talk, "Second question")
    await talk.locator(".line.mine [data-act=edit]").first.click()
    await talk.fill(".rewording textarea", "Another first question")
    await talk.click(".rewording [data-act=reword]")
    await expect(talk.locator("#room .evidence")).to_have_count(1)
    await expect(talk.locator(".line.mine .say")).to_have_text(["Another first question"])
    await talk.locator(".line.mine [data-act=select]").click()
    await expect(talk.locator(".line.mine .say")).to_have_text(["First question", "Second question"])


async def test_delete_asks_first_and_takes_what_follows(talk: Page) -> None:
    await said(talk, "First question")
    await said(talk, "Second question")
    talk.once("dialog", lambda dialog: dialog.dismiss())
    await talk.locator(".line.mine [data-act=delete]").last.click()
    await expect(talk.locator(".line.mine")).to_have_count(2)
    talk.once("dialog", lambda dialog: dialog.accept())
    await talk.locator(".line.mine [data-act=delete]").last.click()
    await expect(talk.locator(".line.mine .say")).to_have_text(["First question"])


async def test_a_failed_reply_says_why_and_can_be_tried_again(talk: Page) -> None:
    await talk.fill("#say textarea", "Do fail once")
    await talk.keyboard.press("Enter")
    problem = talk.locator("#room .problem")
    await expect(problem).to_contain_text("The model ran out of memory.")
    await expect(problem).to_contain_text("Close other programs.")
    await problem.locator("[data-act=again]").click()
    await expect(talk.locator("#room .line.theirs .say")).to_contain_text(SECOND)


async def test_unsent_text_and_the_open_talk_survive_a_reload(talk: Page) -> None:
    await said(talk)
    await talk.locator("#say textarea").press_sequentially("Half a tho")
    await talk.reload()
    await expect(talk.locator("#say textarea")).to_have_value("Half a tho")
    await expect(talk.locator("#room .line.theirs .say")).to_contain_text(FIRST)


async def test_a_reply_under_way_is_followed_after_a_reload(talk: Page) -> None:
    await talk.fill("#say textarea", ASKED)
    await talk.keyboard.press("Enter")
    await expect(talk.locator("#live .say")).to_contain_text("I could")
    await talk.reload()
    await expect(talk.locator("#live .say")).to_contain_text("I could")
    await expect(talk.locator("#room .line.theirs .say")).to_contain_text("furnished me")


async def test_greetings_are_swipes_of_the_first_line(page: Page) -> None:
    await page.click("button.open[title='Pride and Prejudice']")
    await page.click("button.person:has-text('Mr. Darcy')")
    await expect(page.locator(".line.theirs .say")).to_have_text(
        "“My good opinion once lost is lost for ever.”"
    )
    await page.click(".line.theirs [data-act=select]")
    await expect(page.locator(".line.theirs .say")).to_have_text("“I certainly have not the talent.”")
    await expect(page.locator(".line.theirs .count")).to_have_text("2/2")


async def test_a_starter_begins_the_talk(talk: Page) -> None:
    await talk.click(".starters .chip >> nth=0")
    await expect(talk.locator(".line.mine .say")).to_have_text("What do you make of Mr. Darcy?")
    await expect(talk.locator("#room .evidence")).to_be_visible()


async def test_the_chapter_decides_who_is_known(page: Page) -> None:
    await page.click("button.open[title='Pride and Prejudice']")
    await expect(page.locator(".person")).to_have_count(16)
    await page.fill(".finding input", "wick")
    await expect(page.locator(".person:visible")).to_have_count(1)
    await page.fill(".finding input", "")
    await page.locator(".chapter input").fill("1")
    await expect(page.locator(".person")).to_have_count(2)
    await expect(page.locator(".chapter .safe")).to_contain_text("nothing after chapter 1 of 61")


async def test_a_novel_is_uploaded_with_progress_and_a_bad_file_is_refused(page: Page, novel: Path) -> None:
    async with page.expect_file_chooser() as chooser:
        await page.click(".blank")
    await (await chooser.value).set_files(novel)
    await expect(page.locator(".progress b")).to_contain_text("A New Novel")
    await expect(page.locator(".opening h1")).to_have_text("A New Novel")
    await page.click("button.back")
    async with page.expect_file_chooser() as chooser:
        await page.click(".blank")
    await (await chooser.value).set_files([{"name": "b.txt", "mimeType": "text/plain", "buffer": b"\x00"}])
    await expect(page.locator(".problem")).to_contain_text("Upload the novel as .txt or .epub.")


@pytest.mark.parametrize("width", [360, 390])
async def test_a_phone_in_chinese_has_no_sideways_scroll(browser: Browser, stage: str, width: int) -> None:
    context = await browser.new_context(
        locale="zh-CN", color_scheme="dark", viewport={"width": width, "height": 800}
    )
    page = await context.new_page()
    await page.goto(stage)
    await expect(page.locator(".hero h1")).to_have_text("走进哪一本书？")
    await page.click("button.open[title='红楼梦']")
    await page.click("button.person:has-text('林黛玉')")
    await page.fill("#say textarea", "那日宝玉为什么摔玉？")
    await page.click("#send")
    await expect(page.locator("#room .evidence .chip").first).to_contain_text("第2章")
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    assert await page.evaluate("document.body.classList.contains('dark')")
    await page.click("button.menu")
    await page.click("[data-act=language]")
    await expect(page.locator("button.way").first).to_have_text("Your shelf")
    await context.close()
