# Builds Hearth and its packages on a Windows that has Python, Visual Studio's build tools and Inno
# Setup 6, into dist\packages. What is made and how it is signed: packaging\package_windows.py.

$ErrorActionPreference = 'Stop'
Set-Location (Join-Path $PSScriptRoot '..\..')

function Invoke-Checked([string] $Program) {
    & $Program @args
    if ($LASTEXITCODE -ne 0) { throw "failed: $Program $args" }
}

$python = '.venv\Scripts\python.exe'
if (-not (Test-Path $python)) { Invoke-Checked python -m venv .venv }
$wheel = Invoke-Checked $python packaging\setup\llama_wheel.py
Invoke-Checked $python -m pip install --no-deps --force-reinstall $wheel
Invoke-Checked $python -m pip install --editable '.[dev]'
Invoke-Checked $python packaging\freeze.py
Invoke-Checked $python packaging\package_windows.py
