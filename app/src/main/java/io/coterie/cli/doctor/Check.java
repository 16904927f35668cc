package io.coterie.cli.doctor;

import static java.util.Objects.requireNonNull;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One thing that was looked at.
 *
 * @param name of the thing
 * @param verdict on it
 * @param detail what was found, and what to do about it
 * @param failure of what kind it is, if it failed
 */
record Check(String name, Verdict verdict, String detail, Optional<ErrorCode> failure) {
  enum Verdict {
    OK,
    WARN,
    FAIL
  }

  Check {
    requireNonNull(name, "name is null");
    requireNonNull(detail, "detail is null");
    if (failure.isPresent() != (verdict == Verdict.FAIL)) {
      throw new IllegalArgumentException("A failure has a kind, and nothing else has.");
    }
  }

  static Check ok(String name, String detail) {
    return new Check(name, Verdict.OK, detail, Optional.empty());
  }

  static Check warn(String name, String detail) {
    return new Check(name, Verdict.WARN, detail, Optional.empty());
  }

  static Check fail(String name, ErrorCode kind, String detail) {
    return new Check(name, Verdict.FAIL, detail, Optional.of(kind));
  }

  /** Looks at something that says itself what is wrong with it. */
  static Check of(String name, Supplier<Check> look) {
    try {
      return look.get();
    } catch (CoterieException e) {
      return fail(name, e.code(), e.getMessage());
    }
  }
}
