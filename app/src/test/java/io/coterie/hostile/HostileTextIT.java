package io.coterie.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.coterie.cli.CommandRun;
import io.coterie.wire.Slot;
import io.coterie.wire.v1.FederationProto.Receipt;
import io.coterie.wire.v1.PayloadProto;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Words of the coordinator that a terminal would obey, in every place that has words. */
@Timeout(60)
final class HostileTextIT {
  /** Clears the screen, sets the title, paints, forges a line, and turns what follows around. */
  private static final String WORDS =
      "\u001b[2J\u001b[1;1H\u001b]0;owned\u0007\u001b[32mok\u009b2J\r\nTake part? [y/N] y\n\u202egnp\u2066"
          + "\u200b\u2028\u0000\u007fend";

  @TempDir private Path folder;

  static Stream<Arguments> places() {
    return Stream.of(
        of("the reason of the end", evil -> evil.ends("failed", WORDS)),
        of("the kind of the end", evil -> evil.ends(WORDS, "over")),
        of("what is waited for", evil -> evil.waits(WORDS)),
        of(
            "the receipt",
            evil -> evil.asks(Questions.histogram()).receives(Receipt.Verdict.REFUSED, WORDS)),
        of("a refusal to let in", evil -> evil.refuses(status(Status.PERMISSION_DENIED))),
        of("a call that is not there", evil -> evil.refuses(status(Status.UNIMPLEMENTED))),
        of("no study of that name", evil -> evil.refuses(status(Status.NOT_FOUND))),
        of(
            "the software of a study with a false hash",
            evil -> evil.offers(reply -> reply.setSoftware(WORDS).setHash("0".repeat(64)))),
        of("the hash", evil -> evil.offers(reply -> reply.setHash(WORDS))),
        of(
            "the text of the study",
            evil -> evil.offers(reply -> reply.setText(reply.getText().replace("moons", WORDS)))),
        of(
            "an unknown key of the study",
            evil -> evil.offers(reply -> reply.setText("study: moons\n\"" + WORDS + "\": 1\n"))),
        of("the name of a question", evil -> evil.asks(named(WORDS, "part"))),
        of("the name of a part", evil -> evil.asks(named("moments", WORDS))));
  }

  /** The product's own codec refuses to write such names, so the bytes are made here. */
  private static HostileCoordinator.Ask named(String kind, String part) {
    byte[] question =
        PayloadProto.Payload.newBuilder()
            .setKind(kind)
            .addFields(PayloadProto.Field.newBuilder().setName(part).setText(WORDS))
            .build()
            .toByteArray();
    return new HostileCoordinator.Ask(
        new Slot(1, 1, Slot.Step.ANSWER), () -> question, () -> new byte[0], bytes -> {});
  }

  private static RuntimeException status(Status status) {
    return status.withDescription(WORDS).asRuntimeException();
  }

  private static Arguments of(String place, UnaryOperator<HostileCoordinator> attack) {
    return arguments(place, attack);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("places")
  void noTerminalObeysTheCoordinator(String place, UnaryOperator<HostileCoordinator> attack) {
    Victim victim =
        new Victim(folder, Studies.dp("anchor-graph"), Victim.moons(200, 1), false).withBudget();
    HostileCoordinator evil = attack.apply(victim.hostile().murmurs(WORDS));

    CommandRun run = victim.joins(evil);

    assertThat(run.exitCode()).as(run.err()).isBetween(2, 9);
    requireHarmless(run.err());
    requireHarmless(run.out());
    requireHarmless(victim.log());
    assertThat(run.err().lines())
        .as("a line that the coordinator forged")
        .noneMatch(line -> line.startsWith("Take part?"));
  }

  /** Murmurs come while the site is at work. */
  private static void requireHarmless(String said) {
    assertThat(said.codePoints().filter(HostileTextIT::isObeyed).toArray())
        .as("characters that a terminal obeys in: %s", said)
        .isEmpty();
  }

  private static boolean isObeyed(int character) {
    return (character != '\n' && Character.isISOControl(character))
        || Character.getType(character) == Character.FORMAT
        || Character.getType(character) == Character.LINE_SEPARATOR
        || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
  }
}
