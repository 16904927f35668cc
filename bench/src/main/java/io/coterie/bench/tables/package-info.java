/** Mixed tables with missing values: the default method beside pooled ones. */
package io.coterie.bench.tables;
