/**
 * Secure sums: the coordinator learns the total of the sites' vectors, mod 2⁶⁴, and no vector of a
 * single site, though sites may be lost on the way.
 *
 * <p>K. Bonawitz, V. Ivanov, B. Kreuter, A. Marcedone, H. B. McMahan, S. Patel, D. Ramage, A.
 * Segal, K. Seth. <i>Practical Secure Aggregation for Privacy-Preserving Machine Learning</i>. CCS
 * 2017; the variant with signatures and the consistency check. All primitives are the JDK's:
 * X25519, Ed25519, ChaCha20, ChaCha20-Poly1305, HMAC-SHA-256.
 *
 * <h2>Steps</h2>
 *
 * <ol start="0">
 *   <li>Each site draws two X25519 keys and a seed b, and signs the public keys and a digest of b.
 *       The coordinator passes them on as a roster; every site checks every signature against the
 *       identities that the study agreed on.
 *   <li>Each site shares b and its masking key among all sites: any t shares give a secret, fewer
 *       say nothing. The shares are encrypted for each peer.
 *   <li>Each site sends y = v + PRG(b) ± the masks it has in common with each peer. Those cancel in
 *       the sum.
 *   <li>The coordinator names the survivors; each of them signs one list.
 *   <li>Each survivor that sees t signatures under its own list reveals shares: of a survivor's b,
 *       so that its self mask can be taken off; of a lost site's masking key, so that the masks its
 *       peers made with it can. Never of both, and once: whoever had both of one site could read
 *       its vector.
 * </ol>
 *
 * <h2>What it protects against</h2>
 *
 * Of n sites that the study agreed on, t (⌊2n/3⌋ + 1 unless told otherwise) must stay to the end,
 * however small a roster the coordinator proposes. Let c sites work with the coordinator.
 *
 * <ul>
 *   <li>A coordinator that keeps to the protocol and looks at everything it gets learns the total
 *       of the honest survivors, t − c of them at least, and no more, as long as c &lt; t.
 *   <li>A coordinator that lies can leave sites out, stop the sum or spoil it. Rosters, survivors
 *       and shares told differently to different sites are refused. Two lists of survivors would
 *       need t signatures each, so 2t − n sites that sign twice; honest sites do not. So it learns
 *       no more either as long as c &lt; 2t − n, which is more than a third of the sites.
 *   <li>A site that lies can spoil the total, for instance with a vector of nonsense: a secure sum
 *       does not see what it adds up. Wrong shares are noticed, and named where others can tell.
 * </ul>
 *
 * The total itself is exact. What it tells about a record is the business of the noise that sites
 * add before: since as few as t sites may be counted, c of them not honest, noise shares must be
 * sized for t − c sites, not for n. {@link AttemptLog} says when a share of the noise will not do.
 *
 * <p>Messages are plain values. Whoever carries them must see to it that a message comes from the
 * site it names; a stranger could otherwise spoil a sum, though not learn from it. Secrets are
 * wiped when they have served; copies inside the JDK and big integers are left to the garbage
 * collector.
 */
package io.coterie.secure;
