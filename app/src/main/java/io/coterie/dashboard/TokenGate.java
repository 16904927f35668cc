package io.coterie.dashboard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import io.coterie.net.RateLimit;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who is answered: callers that know a token and, where the server is on loopback, mean this
 * machine. A page of another origin is not: it does not know the token, no browser adds one by
 * itself, and a name that its owner points at 127.0.0.1 is not one of loopback's.
 */
final class TokenGate {
  private static final String SCHEME = "Bearer ";
  private static final Pattern LOOPBACK =
      Pattern.compile("(?:localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1])(?::[0-9]{1,5})?");

  /** More than people mistype and than a page that was left open asks. */
  private static final int WRONG_TOKENS_PER_MINUTE = 60;

  private final Sessions sessions;
  private final boolean onLoopback;
  private final RateLimit wrongTokens;

  TokenGate(Sessions sessions, boolean onLoopback, InstantSource clock) {
    this.sessions = sessions;
    this.onLoopback = onLoopback;
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
    Sessions.Verdict verdict = verdict(exchange);
    if (verdict == Sessions.Verdict.UNKNOWN && !mayTryAgain(exchange)) {
      return Optional.of(
          Answer.problem(429, "too many calls without the right token; wait a minute")
              .with("Retry-After", "60"));
    }
    if (verdict != Sessions.Verdict.KNOWN) {
      return Optional.of(
          Answer.problem(
                  401,
                  verdict == Sessions.Verdict.EXPIRED
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

  Sessions.Verdict verdict(HttpExchange exchange) {
    String said = exchange.getRequestHeaders().getFirst("Authorization");
    return said != null && said.startsWith(SCHEME)
        ? sessions.verdict(said.substring(SCHEME.length()))
        : Sessions.Verdict.UNKNOWN;
  }
}
