package io.coterie.store.journal;

import io.coterie.EnumText;

/** The kinds of steps that journals record. */
public enum EventKind {
  // the coordinator's journal: what happened to a site
  JOINED,
  RETURNED,
  DECLINED,
  /** It tried to join and could not. */
  FALTERED,
  REFUSED,
  /** Its owner lets the coordinator know what does not fit. */
  SHARED,
  // the coordinator's journal: what happened to the study
  /** It was corrected and begun again, before anything of records was released. */
  CORRECTED,
  GATHERED,
  STEP_CLOSED,
  TRIED_AGAIN,
  ANSWERED,
  FINISHED,
  FAILED,
  STOPPED,
  PAUSED,
  // a site's journal
  AGREED,
  /** A question was heard, of which the digest is kept: the only one of its round. */
  ASKED,
  /** Noise is going to be drawn and charged under this name. */
  DRAWN,
  /** The site refused what it was asked, and left the study. */
  LEFT,
  /** What opens the sealed total of a round; it never leaves the site. */
  SEALED,
  SENT,
  LATE,
  LEFT_SUM,
  LABELLED,

  /** Of a later version; never written. */
  UNKNOWN;

  public String word() {
    return EnumText.of(this);
  }

  public static EventKind of(String word) {
    return EnumText.parse(EventKind.class, word).orElse(UNKNOWN);
  }
}
