package io.coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.coterie.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A live page in a real browser, looked at and used as a person would. */
final class LivePage implements AutoCloseable {
  static final int PHONE = 390;
  static final int DESK = 1440;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * Measures every text that is seen against what is behind it, and every mark of a state. WCAG 2.1
   * AA: 4.5 for text, 3 for large text and for marks (1.4.3, 1.4.11); what is disabled is exempt.
   */
  private static final String CONTRAST =
      """
      (() => {
        const parse = (text) => {
          const found = text.match(/^(rgba?|color)\\((?:srgb )?([^)a-z]*)\\)$/);
          if (!found) throw new Error("no colour: " + text);
          const whole = found[1] === "color" ? 255 : 1;
          const [r, g, b, a = 1] = found[2].split(/[ ,/]+/).map(Number);
          return [whole * r, whole * g, whole * b, a];
        };
        const over = (front, back) => [0, 1, 2].map((i) => front[3] * front[i] + (1 - front[3]) * back[i]).concat(1);
        const behind = (node) => {
          const layers = [];
          for (let n = node; n; n = n.parentElement) layers.push(parse(getComputedStyle(n).backgroundColor));
          return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
        };
        const light = (color) => {
          const [r, g, b] = color.slice(0, 3).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ratio = (a, b) => {
          const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
          return (high + 0.05) / (low + 0.05);
        };
        const all = [];
        const add = (what, color, node, least) => {
          const back = behind(node);
          all.push({ what, ratio: ratio(over(parse(color), back), back), least });
        };
        document.querySelectorAll("body *").forEach((node) => {
          if (!node.checkVisibility() || node.closest(".unseen, .skip, :disabled, noscript, title")) return;
          const style = getComputedStyle(node);
          const words = [...node.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data.trim()).join("");
          if (words) {
            const size = parseFloat(style.fontSize);
            const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
            add(words, node instanceof SVGElement ? style.fill : style.color, node, large ? 3 : 4.5);
          }
          if (node.matches(".state")) {
            add("mark of " + words, getComputedStyle(node, "::before").borderTopColor, node, 3);
          }
          if (node.matches(".bytes")) add("bar", style.fill, node.ownerSVGElement.parentElement, 3);
        });
        return all;
      })()
      """;

  private final Browser browser;

  private LivePage(Browser browser) {
    this.browser = browser;
  }

  /** Opens a browser, or skips the test and says so. */
  static LivePage open(Path profile) throws Exception {
    Optional<Path> program = Browser.program();
    if (program.isEmpty()) {
      System.err.println("SKIPPED: live pages are not looked at, as there is no Chromium here.");
    }
    assumeTrue(program.isPresent(), "Install chromium to run this test.");
    return new LivePage(Browser.open(program.get(), Files.createDirectories(profile)));
  }

  Browser browser() {
    return browser;
  }

  /** Waits until an expression in the page is true. */
  void await(String expression) {
    Await.until(
        () -> browser.evaluate("Boolean(" + expression + ")").asBoolean(),
        PATIENCE,
        () -> "%s; the page shows: %s".formatted(expression, shown()));
  }

  private String shown() {
    try {
      return browser.evaluate("document.body.innerText").asText();
    } catch (Exception e) {
      return e.toString();
    }
  }

  void awaitText(String selector, String text) {
    await(
        "[...document.querySelectorAll('%s')].some(n => n.textContent.includes('%s'))"
            .formatted(selector, text));
  }

  String text(String selector) throws Exception {
    return browser
        .evaluate("document.querySelector('%s').textContent".formatted(selector))
        .asText();
  }

  /** Types a token where one is asked for. */
  void signIn(String token) throws Exception {
    await("document.getElementById('token')");
    browser.evaluate("document.getElementById('token').value = '%s'".formatted(token));
    browser.evaluate("document.querySelector('form.sign-in').requestSubmit()");
  }

  /** Presses a button and waits for the question. */
  void click(String label) throws Exception {
    await(
        "[...document.querySelectorAll('main button')].some(b => b.textContent === '%s' && !b.disabled && b.checkVisibility())"
            .formatted(label));
    browser.evaluate(
        "[...document.querySelectorAll('main button')].find(b => b.textContent === '%s').click()"
            .formatted(label));
    await("document.getElementById('ask').open");
  }

  /** Answers the question with yes. */
  void confirm() throws Exception {
    browser.evaluate("document.getElementById('ask-yes').click()");
    await("!document.getElementById('ask').open");
  }

  /** Looks at the page as it is, on a phone and on a desk, in both themes. */
  void check(String name) throws Exception {
    for (int width : new int[] {PHONE, DESK}) {
      browser.width(width);
      assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
          .as("nothing is wider than the window")
          .isLessThanOrEqualTo(width);
      assertThat(browser.evaluate("document.querySelectorAll('h1').length").asInt()).isEqualTo(1);
      assertThat(
              browser
                  .evaluate(
                      "[...document.querySelectorAll('button, input')].filter(n => n.checkVisibility() && !n.textContent.trim()"
                          + " && !n.labels?.length && !n.getAttribute('aria-label')).length")
                  .asInt())
          .as("everything that can be used has a name")
          .isZero();
      String first = browser.evaluate("Coterie.theme()").asText();
      for (String theme : List.of(first, first.equals("dark") ? "light" : "dark")) {
        checkContrast(theme);
        picture("%s-%s-%d".formatted(name, theme, width));
        browser.evaluate("document.getElementById('theme').click()");
      }
      assertThat(browser.evaluate("Coterie.theme()").asText()).isEqualTo(first);
    }
  }

  private void checkContrast(String theme) throws Exception {
    assertThat(browser.evaluate("document.documentElement.dataset.theme").asText())
        .isEqualTo(theme);
    JsonNode all = browser.evaluate(CONTRAST);
    assertThat(all.size()).as("texts that are seen").isGreaterThan(5);
    for (JsonNode one : all) {
      assertThat(one.path("ratio").asDouble())
          .as("contrast of \"%s\" in the %s theme", one.path("what").asText(), theme)
          .isGreaterThanOrEqualTo(one.path("least").asDouble());
    }
  }

  private void picture(String name) throws Exception {
    String pictures = System.getenv("COTERIE_PICTURES");
    if (pictures != null) {
      Thread.sleep(300); // for pictures only: what moves comes to rest
      browser.pictures(Path.of(pictures), name, 1600);
    }
  }

  /** Runs a command beside the test. */
  static CompletableFuture<CommandRun> run(List<String> words) {
    return RunningCommand.start(words.toArray()).end();
  }

  @Override
  public void close() {
    browser.close();
  }
}
