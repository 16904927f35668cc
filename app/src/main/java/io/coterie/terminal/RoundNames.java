package io.coterie.terminal;

/** What a coordinator asks, as people say it. */
public final class RoundNames {
  private RoundNames() {}

  /** Returns a kind of question in words. */
  public static String words(String question) {
    return switch (question) {
      case "prepare" -> "sums over the features";
      case "question" -> "small groups of records";
      case "anchors" -> "sums around the anchors";
      case "refinement-start", "cluster-moments-question" -> "sums by cluster";
      case "share-question" -> "sums for shared anchors";
      case "train" -> "training a network";
      case "encoded" -> "small groups of embedded records";
      case "centers" -> "sums by cluster of embedded records";
      case "refine" -> "training towards prototypes";
      case "choice" -> "taking a round's answer";
      case "cluster-question" -> "sums of records by cluster";
      case "draw-question" -> "what draws stand for";
      case "teach" -> "teaching a network";
      case "adopt" -> "agreement with the network";
      case "scores" -> "scoring the answer";
      case "answer" -> "the answer to the sites";
      case "mixtures" -> "sums for Gaussian mixtures";
      case "fuzzy-centers" -> "sums by membership";
      case "bounds" -> "bounds without noise";
      case "noisy-lloyd" -> "noisy sums by cluster";
      default -> question.replace('-', ' ');
    };
  }
}
