/** Sites that lie about their records. */
package io.coterie.bench.attack;
