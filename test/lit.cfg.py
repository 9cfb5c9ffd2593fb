import os
import subprocess
import sys

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Piper"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.piper_obj_root, "test")

# Fixtures shared by many tests: real exports with PyTorch's numbers.
config.substitutions.append(
    ("%fixtures", os.path.join(config.test_source_root, "Inputs")))
config.substitutions.append(("%python", sys.executable))

llvm_config.with_system_environment(["HOME", "TMP", "TEMP"])
llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.with_environment("OMP_NUM_THREADS", "1")
# Each test compiles what it runs.
llvm_config.with_environment("PIPER_CACHE_DIR", "")
llvm_config.with_environment("FILECHECK_OPTS", "-enable-var-scope --allow-unused-prefixes=false")
# The exporter's tests run where some Python has torch and torch-mlir: the one
# that PIPER_TORCH_PYTHON names, or the one lit runs under.
config.substitutions.append(("%exporter", os.path.join(
    config.piper_src_root, "tools", "piper-export")))
torch_python = os.environ.get("PIPER_TORCH_PYTHON") or sys.executable
config.substitutions.append(("%torch_python", torch_python))
if subprocess.run([torch_python, "-c", """
import importlib.util, sys
sys.exit(not all(importlib.util.find_spec(name)
                 for name in ("torch", "torch_mlir", "safetensors")))
"""], check=False).returncode == 0:
    config.available_features.add("torch-mlir")

# The programs carry their settings (utils/sanitizers/Defaults.cpp); what a user
# sets comes on top.
if config.piper_sanitizer:
    config.available_features.add("sanitizer")
    llvm_config.with_system_environment(
        ["ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
         "ASAN_SYMBOLIZER_PATH", "TSAN_SYMBOLIZER_PATH"])

llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)

tool_dirs = [os.path.join(config.piper_obj_root, "bin"), config.llvm_tools_dir]
llvm_config.add_tool_substitutions(
    ["piper-corpus", "piper-opt", "piper-runtime-tests", "piper-schedule-tests",
     "piper-run-body", ToolSubst("piper-run", unresolved="ignore")], tool_dirs)
