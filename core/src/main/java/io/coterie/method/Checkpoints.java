package io.coterie.method;

import java.util.Optional;

/**
 * Keeps what a site has worked out, so that a site that is started again goes on from there. What
 * is kept stays at the site. Whoever keeps something sees to it that its key says all that it
 * depends on.
 *
 * <p>Thread-safe.
 */
public interface Checkpoints {
  /** Keeps nothing. */
  Checkpoints NONE =
      new Checkpoints() {
        @Override
        public Optional<byte[]> find(String key) {
          return Optional.empty();
        }

        @Override
        public void keep(String key, byte[] state) {}
      };

  /** Returns what was kept last under a key. */
  Optional<byte[]> find(String key);

  /**
   * Keeps a state in place of an earlier one; after a crash there is the one or the other.
   *
   * @param key of 1 to 100 letters and digits
   */
  void keep(String key, byte[] state);
}
