package io.coterie.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void looksUntilTheConditionIsMet() {
    AtomicInteger looks = new AtomicInteger();
    Await.until(() -> looks.incrementAndGet() == 5, LONG);
    assertThat(looks).hasValue(5);
  }

  @Test
  void failsAtTheLimitWithDetailsOfThatMoment() {
    AtomicInteger looks = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Await.until(
                    () -> looks.incrementAndGet() < 0,
                    Duration.ofMillis(20),
                    () -> "Looked %d times.".formatted(looks.get())))
        .isInstanceOf(AssertionError.class)
        .hasMessage("The condition is not met after PT0.02S. Looked %d times.", looks.get());
    assertThat(Await.isMetWithin(() -> false, Duration.ZERO)).isFalse();
  }

  @Test
  void aConditionThatThrowsEndsTheWait() {
    assertThatThrownBy(
            () ->
                Await.until(
                    () -> {
                      throw new AssertionError("in vain");
                    },
                    LONG))
        .hasMessage("in vain");
    assertThatThrownBy(
            () ->
                Await.until(
                    () -> {
                      throw new IOException("gone");
                    },
                    LONG))
        .hasRootCauseMessage("gone");
  }
}
