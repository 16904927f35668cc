/** What a table holds, and the answers that settle what cannot be found out. */
package io.coterie.cli.table;
