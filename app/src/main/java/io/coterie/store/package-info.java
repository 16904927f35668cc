/** What a run leaves behind: the model file, and folders that appear whole or not at all. */
package io.coterie.store;
