/** Data in: files, queries and embedded sets become records, and answers become files. */
package io.coterie.data;
