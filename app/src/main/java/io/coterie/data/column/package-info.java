/** What the columns of a table hold: kinds, levels, units, codes for missing values. */
package io.coterie.data.column;
