/** The command {@code coterie bench}. */
package io.coterie.bench.cli;
