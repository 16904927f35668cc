/**
 * Clustering from noisy sums only: every message of a site is a block of whole-number sums with
 * noise of known law, and every question depends on such sums and on what is public.
 *
 * <p>A {@link io.coterie.method.dp.DpSchedule} is made from public quantities at both ends. It
 * chooses one of the routes and says what each step may spend, so a site knows beforehand all that
 * it will be asked, and answers nothing else.
 */
package io.coterie.method.dp;
