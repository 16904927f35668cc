package io.coterie.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.coterie.Sha256;
import io.coterie.privacy.SecretBytes;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;

/**
 * Who may ask: whoever knows the token in the owner's file, which holds as long as the server runs,
 * and pages that were opened with it, for half a day. Tokens are kept as hashes and compared in a
 * time that tells nothing about them.
 *
 * <p>Thread-safe.
 */
final class Sessions {
  static final Duration LIFE = Duration.ofHours(12);

  /** More pages than anybody opens in half a day. */
  private static final int MOST = 200;

  private static final int TOKEN_BYTES = 32;

  private final byte[] key;
  private final InstantSource clock;
  private final Deque<Session> sessions = new ArrayDeque<>();

  @SuppressWarnings("ArrayRecordComponent") // compared by MessageDigest alone
  private record Session(byte[] hash, Instant end) {}

  /** What is known of a token. */
  enum Verdict {
    KNOWN,
    EXPIRED,
    UNKNOWN
  }

  Sessions(String token, InstantSource clock) {
    this.key = hash(token);
    this.clock = clock;
  }

  /** Returns a new token for one page. */
  synchronized String open() {
    String token = HexFormat.of().formatHex(SecretBytes.random(TOKEN_BYTES));
    if (sessions.size() == MOST) {
      sessions.removeFirst();
    }
    sessions.addLast(new Session(hash(token), clock.instant().plus(LIFE)));
    return token;
  }

  synchronized Verdict verdict(String token) {
    byte[] hash = hash(token);
    Verdict verdict = MessageDigest.isEqual(hash, key) ? Verdict.KNOWN : Verdict.UNKNOWN;
    for (Session session : sessions) {
      if (MessageDigest.isEqual(hash, session.hash)) {
        verdict = clock.instant().isBefore(session.end) ? Verdict.KNOWN : Verdict.EXPIRED;
      }
    }
    return verdict;
  }

  private static byte[] hash(String token) {
    return Sha256.of(token.getBytes(UTF_8));
  }
}
