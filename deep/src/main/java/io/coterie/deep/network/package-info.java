/**
 * Networks that map records to points in which neighbours are alike, and how they are trained on
 * the records of one site. PyTorch and ONNX Runtime are seen from here alone.
 */
package io.coterie.deep.network;
