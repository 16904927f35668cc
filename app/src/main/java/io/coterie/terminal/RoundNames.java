package io.coterie.terminal;

import io.coterie.message.PayloadKind;
import io.coterie.method.PayloadKinds;

/** What a coordinator asks, as people say it. */
public final class RoundNames {
  private RoundNames() {}

  /** Returns whether a question only opens the totals of the question before it. */
  static boolean opensFormer(String question) {
    return question.equals("rounded");
  }

  public static String words(String question) {
    return switch (question) {
      case "scores" -> "scoring the answer"; // no round, but a stretch of work after them
      case "answer" -> "the answer to the sites";
      default ->
          PayloadKinds.find(question)
              .<String>map(PayloadKind::roundName)
              .orElseGet(() -> question.replace('-', ' '));
    };
  }
}
