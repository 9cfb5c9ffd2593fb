"""Python side of Piper: `piper.strategy` writes strategy files and needs
nothing but Python; `piper.export` writes models and needs torch, torch-mlir
and safetensors."""
