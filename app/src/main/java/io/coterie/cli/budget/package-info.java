/** The commands on the privacy ledger. */
package io.coterie.cli.budget;
