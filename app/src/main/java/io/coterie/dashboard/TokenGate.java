package io.coterie.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import io.coterie.Sha256;
import io.coterie.net.RateLimit;
import io.coterie.privacy.SecretBytes;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who is answered: callers that know a token and, where the server is on loopback, mean this
 * machine. A page of another origin is not: it does not know the token, no browser adds one by
 * itself, and a name that its owner points at 127.0.0.1 is not one of loopback's.
 *
 * <p>The token in the owner's file holds as long as the server runs, those of pages that were
 * opened with it for half a day. Tokens are kept as hashes and compared in a time that says nothing
 * about them.
 *
 * <p>Thread-safe.
 */
final class TokenGate {
  private static final String SCHEME = "Bearer ";
  private static final Pattern LOOPBACK =
      Pattern.compile("(?:localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1])(?::[0-9]{1,5})?");

  /** More than people mistype and than a page that was left open asks. */
  private static final int WRONG_TOKENS_PER_MINUTE = 60;

  static final Duration LIFE = Duration.ofHours(12);

  /** More pages than anybody opens in half a day. */
  private static final int MOST_PAGES = 200;

  private static final int TOKEN_BYTES = 32;

  private final byte[] key;
  private final boolean onLoopback;
  private final InstantSource clock;
  private final RateLimit wrongTokens;
  private final Deque<Session> sessions = new ArrayDeque<>();

  @SuppressWarnings("ArrayRecordComponent") // compared by MessageDigest alone
  private record Session(byte[] hash, Instant end) {}

  /** What is known of a token. */
  private enum Verdict {
    KNOWN,
    EXPIRED,
    UNKNOWN
  }

  TokenGate(String token, boolean onLoopback, InstantSource clock) {
    this.key = hash(token);
    this.onLoopback = onLoopback;
    this.clock = clock;
    this.wrongTokens = new RateLimit(WRONG_TOKENS_PER_MINUTE, Duration.ofMinutes(1), clock);
  }

  /** Returns why a call is not answered, if it is not; what is open to all needs no token. */
  Optional<Answer> refusal(HttpExchange exchange, boolean isOpen) {
    Headers headers = exchange.getRequestHeaders();
    String host = headers.getFirst("Host");
    boolean isHere = exchange.getRemoteAddress().getAddress().isLoopbackAddress();
    if (host == null || (onLoopback && !(isHere && LOOPBACK.matcher(host).matches()))) {
      return Optional.of(
          Answer.problem(403, "this endpoint is asked by the name localhost or 127.0.0.1"));
    }
    if (isOpen) {
      return Optional.empty();
    }
    Verdict verdict = verdict(exchange);
    if (verdict == Verdict.UNKNOWN && !mayTryAgain(exchange)) {
      return Optional.of(
          Answer.problem(429, "too many calls without the right token; wait a minute")
              .with("Retry-After", "60"));
    }
    if (verdict != Verdict.KNOWN) {
      return Optional.of(
          Answer.problem(
                  401,
                  verdict == Verdict.EXPIRED
                      ? "this token has expired; open the page anew with a token that holds"
                      : "say Authorization: Bearer TOKEN, with the token in the folder of who runs"
                          + " this")
              .with("WWW-Authenticate", "Bearer"));
    }
    String origin = headers.getFirst("Origin");
    String own = (exchange instanceof HttpsExchange ? "https://" : "http://") + host;
    return origin == null || origin.equals(own)
        ? Optional.empty()
        : Optional.of(Answer.problem(403, "pages of other origins are not answered"));
  }

  /** Callers with the right token are never counted, so that nobody can lock the owner out. */
  private boolean mayTryAgain(HttpExchange exchange) {
    return wrongTokens.allows(exchange.getRemoteAddress().getAddress().getHostAddress());
  }

  boolean knows(HttpExchange exchange) {
    return verdict(exchange) == Verdict.KNOWN;
  }

  private Verdict verdict(HttpExchange exchange) {
    String said = exchange.getRequestHeaders().getFirst("Authorization");
    return said != null && said.startsWith(SCHEME)
        ? verdict(said.substring(SCHEME.length()))
        : Verdict.UNKNOWN;
  }

  private synchronized Verdict verdict(String token) {
    byte[] hash = hash(token);
    Verdict verdict = MessageDigest.isEqual(hash, key) ? Verdict.KNOWN : Verdict.UNKNOWN;
    for (Session session : sessions) {
      if (MessageDigest.isEqual(hash, session.hash)) {
        verdict = clock.instant().isBefore(session.end) ? Verdict.KNOWN : Verdict.EXPIRED;
      }
    }
    return verdict;
  }

  /** Returns a new token for one page. */
  synchronized String open() {
    String token = HexFormat.of().formatHex(SecretBytes.random(TOKEN_BYTES));
    if (sessions.size() == MOST_PAGES) {
      sessions.removeFirst();
    }
    sessions.addLast(new Session(hash(token), clock.instant().plus(LIFE)));
    return token;
  }

  private static byte[] hash(String token) {
    return Sha256.of(token.getBytes(UTF_8));
  }
}
